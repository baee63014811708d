-- expand, for programs since 0018
-- Passkeys of clients (decision 0116): one counts a day after it was added, and every channel is told of it at once.
create table person_passkey (
  id uuid primary key,
  person_id uuid not null references person,
  -- The session it was added in: a password that is changed in another one stops it while it waits.
  session_id uuid references session,
  credential_id text not null unique,
  public_key bytea not null,
  -- What the authenticator counted last; zero where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The host it belongs to.
  rp_id text not null,
  -- Random, one for each person: authenticators show and keep it, so it says nothing about the client.
  user_handle text not null,
  -- The device it was added on, as the browser tells it.
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  counts_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index person_passkey_of on person_passkey (person_id);
create index person_passkey_session on person_passkey (session_id);

-- What a passkey is to sign: it counts once, for five minutes, and for the browser or session it was made for.
create table passkey_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('sign-in', 'add')),
  bound_to text not null,
  user_handle text,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
