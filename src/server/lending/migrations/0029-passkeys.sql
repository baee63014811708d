-- expand, for programs since 0018
-- How colleagues prove who they are (decision 0141): passkeys, a second factor that counts from its first right code,
-- codes for who has lost the telephone. Nothing is deleted but what was begun and never finished.
alter table colleague_session add column proved_at timestamptz;

create table colleague_passkey (
  id uuid primary key,
  colleague_id uuid not null references colleague,
  credential_id text not null unique,
  public_key bytea not null,
  -- What the authenticator counted last; zero where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The host it belongs to: a passkey of the tunnel opens nothing at the front.
  rp_id text not null,
  -- Random: an authenticator shows and keeps it, so it says nothing about the colleague.
  user_handle text not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz
);
create index colleague_passkey_of on colleague_passkey (colleague_id);

create table colleague_recovery_code (
  colleague_id uuid not null references colleague,
  code_hash text not null,
  made_at timestamptz not null,
  -- Used, or replaced by newer ones.
  ended_at timestamptz,
  primary key (colleague_id, code_hash)
);

-- A password and a second factor that were chosen with an invitation and do not count yet.
create table colleague_setup (
  colleague_id uuid primary key references colleague,
  invitation_hash text not null,
  password_hash text not null,
  second_factor_sealed text not null,
  begun_at timestamptz not null
);

-- What a passkey is to sign, and the code that the desk shows for commands: each counts once, for minutes, and for the
-- browser, session or account it was made for.
create table staff_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('sign-in', 'add', 'proof', 'command')),
  bound_to text not null,
  origin text,
  user_handle text,
  name text,
  expires_at timestamptz not null
);
create index staff_challenge_expires on staff_challenge (expires_at);
