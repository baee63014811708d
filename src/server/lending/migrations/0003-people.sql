-- Who is asking (domain 2.1, 2.2): people, how they prove who they are, their sessions, and the audit of what staff do.
-- Columns called …_sealed hold AES-256-GCM, with the table, column and row authenticated; columns called …_index hold
-- HMAC-SHA-256, so that a document, a telephone or an e-mail can be found without being readable (quality A3).

-- Tells whether the keys of this process are the ones this database was sealed with.
create table vault_check (
  id int primary key check (id = 1),
  sealed text not null
);

create table person (
  id uuid primary key,
  -- The key of this person's data, wrapped by the master key. Without it nothing of the person can be read again.
  data_key text,
  status text not null check (status in ('ACTIVE', 'CLOSING', 'CLOSED')),
  language text not null check (language in ('es', 'en')),
  document_type text not null check (document_type in ('DNI', 'CE')),
  document_sealed text not null,
  document_index text not null,
  first_name_sealed text,
  last_name1_sealed text,
  last_name2_sealed text,
  birth_date_sealed text,
  phone_sealed text,
  phone_index text,
  phone_verified_at timestamptz,
  alt_phone_sealed text,
  email_sealed text,
  email_index text,
  email_verified_at timestamptz,
  -- JSON: how the address was given.
  address_sealed text,
  payday int check (payday between 1 and 31),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint person_document_once unique (document_type, document_index),
  check ((phone_sealed is null) = (phone_index is null)),
  check ((email_sealed is null) = (email_index is null))
);

-- Not unique: families share an e-mail, and a telephone number goes on to somebody else.
create index person_phone on person (phone_index);
create index person_email on person (email_index);

create table credential (
  person_id uuid primary key references person,
  -- argon2id with its parameters and salt. A person without one signs in by code.
  password_hash text not null,
  changed_at timestamptz not null
);

-- A browser that proved itself once: it is not asked for a code again, and failures elsewhere do not slow it down.
create table known_device (
  person_id uuid not null references person,
  -- SHA-256 of the secret in the browser's cookie, in hex.
  secret_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (person_id, secret_hash)
);

-- Staff who look at a client's account (domain 2.2).
create table impersonation (
  id uuid primary key,
  person_id uuid not null references person,
  staff text not null check (staff <> ''),
  reason text not null check (length(reason) >= 10),
  ticket_id text not null check (ticket_id <> ''),
  mode text not null check (mode in ('READ_ONLY', 'ASSIST')),
  issued_at timestamptz not null,
  redeemed_at timestamptz,
  -- When the client was told by e-mail; due within a day.
  told_at timestamptz
);
create index impersonation_of_person on impersonation (person_id, issued_at);
create index impersonation_untold on impersonation (redeemed_at) where told_at is null and redeemed_at is not null;

create table session (
  id uuid primary key,
  person_id uuid not null references person,
  -- SHA-256 of the two halves, in hex: `auth`, which the page reads and sends as Bearer, and `__Host-bind`, which it cannot.
  token_hash text not null unique,
  bind_hash text not null,
  rotated_at timestamptz not null,
  -- Whether the newest pair has come back. Until it has, its answer may have been lost on the way, and the pair before is good.
  confirmed boolean not null default false,
  previous_token_hash text unique,
  previous_bind_hash text,
  previous_until timestamptz,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Signed in and active until then; afterwards the browser is only remembered.
  full_until timestamptz,
  expires_at timestamptz not null,
  caller text not null,
  user_agent text not null,
  impersonation_id uuid references impersonation,
  revoked_at timestamptz,
  revoked_because text,
  check ((previous_token_hash is null) = (previous_bind_hash is null)),
  check ((revoked_at is null) = (revoked_because is null))
);
create index session_of_person on session (person_id) where revoked_at is null;

-- Every time somebody is asked to prove who they are. A challenge without a person looks like any other and can never
-- be met: who is known here is not to be learned.
create table challenge (
  id uuid primary key,
  kind text not null check (kind in ('REGISTRATION', 'SIGN_IN', 'NEW_DEVICE', 'STEP_UP', 'PHONE_CHANGE', 'PASSWORD_RESET')),
  person_id uuid references person,
  session_id uuid references session,
  -- Of a step-up: `full`, or what the proof is for.
  purpose text,
  method text not null check (method in ('otp', 'password')),
  channel text check (channel in ('SMS', 'VOICE', 'WHATSAPP', 'EMAIL')),
  destination_sealed text,
  destination_index text,
  -- HMAC of the code that counts; a new one takes its place.
  code_hash text,
  code_expires_at timestamptz,
  sent_at timestamptz,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  met_at timestamptz,
  -- What the code signs: the agreement, quote, plan or top-up that its message named; it is good for nothing else
  -- (decision 0132). Null for other purposes.
  subject text,
  check (method = 'password' or (channel is not null and code_hash is not null and code_expires_at is not null))
);
create index challenge_age on challenge (created_at);

-- Wrong codes are counted over all challenges of a person.
create index challenge_of_person on challenge (person_id, created_at) where person_id is not null;

-- What a session may do for a few minutes after a proof.
create table session_grant (
  session_id uuid not null references session,
  purpose text not null,
  challenge_id uuid not null references challenge,
  granted_at timestamptz not null,
  until timestamptz not null,
  -- A purpose may need the password and a code: one grant for each.
  method text not null check (method in ('password', 'otp')),
  primary key (session_id, purpose, method)
);

create table registration (
  id uuid primary key references challenge,
  -- JSON: what was typed. The person exists only once the telephone is proven.
  details_sealed text,
  document_index text not null,
  existing boolean not null,
  -- SHA-256 of the token that lets it be completed, in hex.
  token_hash text unique,
  token_until timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null
);

-- Links that work once: a password reset, a sign-in of the sandbox, "it was not me". Only the hash is kept.
create table link_token (
  id uuid primary key,
  kind text not null check (kind ~ '^[A-Z][A-Z_]{2,39}$'),
  token_hash text not null unique,
  person_id uuid references person,
  -- What the link is about: a session, an impersonation, a recovery.
  subject_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index link_token_age on link_token (created_at);

-- Somebody who no longer has the telephone of the account (domain 2.1.2). Staff decide, looking at a picture.
create table phone_recovery (
  id uuid primary key,
  person_id uuid not null references person,
  new_phone_sealed text not null,
  status text not null check (status in ('EMAIL_SENT', 'WAITING', 'APPROVED', 'REJECTED')),
  selfie_sealed text,
  selfie_media_type text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  check (status <> 'WAITING' or selfie_sealed is not null)
);
create index phone_recovery_waiting on phone_recovery (created_at) where status = 'WAITING';

-- Attempts that are counted (quality A3). In the database, because they guard secrets: more copies allow no more tries.
create table throttle_event (
  id uuid primary key,
  scope text not null,
  -- A blind index or an address, never a person's data.
  key text not null,
  at timestamptz not null
);
create index throttle_event_of_key on throttle_event (scope, key, at);
create index throttle_event_age on throttle_event (at);

-- Limits that many processes count together (decision 0117). One row for each key, written over in one statement: as
-- cheap for three hundred calls an hour as for three, where a row for each call would have to be counted every time.
create table throttle_bucket (
  scope text not null,
  -- A blind index, a person's id or an address, never a person's data.
  key text not null,
  -- When the whole burst is free again, in milliseconds since 1970: what is still used up, told as time.
  full_at_ms double precision not null,
  primary key (scope, key)
);
create index throttle_bucket_age on throttle_bucket (full_at_ms);

-- What the client can see of who used the account (GET /profile/access-log).
create table access_event (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind ~ '^[A-Z][A-Z_]{2,39}$'),
  at timestamptz not null,
  caller text,
  user_agent text,
  staff text
);
create index access_event_of_person on access_event (person_id, at);
create trigger access_event_kept before update or delete on access_event for each row execute function keep_record();

-- A change of e-mail, telephone or bank account counts a day after it was asked for and proved (domain 2.1.3, decision
-- 0116). Until then the old one is used, the old channels can stop it, and nothing is paid out.
create table contact_change (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('EMAIL', 'PHONE', 'BANK_ACCOUNT')),
  -- Both are kept no longer than anybody asks about it.
  value_sealed text,
  -- The telephones and mailboxes that are told: those in use before the first of several open changes.
  told_sealed text,
  -- The session that asked; staff, when it is null.
  session_id uuid references session,
  -- SENT: a new mailbox that has not answered yet. The others are final but for PENDING.
  status text not null check (status in ('SENT', 'PENDING', 'APPLIED', 'STOPPED', 'CANCELLED', 'REPLACED', 'EXPIRED')),
  requested_at timestamptz not null,
  counts_at timestamptz not null,
  decided_at timestamptz,
  -- A channel in wrong hands, when staff approved it: that channel is told nothing, and what it can reach stops nothing.
  lost_channel text check (lost_channel in ('PHONE', 'EMAIL')),
  check (counts_at >= requested_at + interval '24 hours'),
  check ((status in ('SENT', 'PENDING')) = (decided_at is null)),
  check (lost_channel is null or session_id is null),
  check (decided_at is not null or (value_sealed is not null and told_sealed is not null))
);
create unique index contact_change_open on contact_change (person_id, kind) where status in ('SENT', 'PENDING');
create index contact_change_due on contact_change (counts_at) where status in ('SENT', 'PENDING');
create index contact_change_decided on contact_change (decided_at) where value_sealed is not null;

-- Accounts that clients have named in their settings: where their money goes from then on (domain 2.8). The newest
-- counts, and for its first day nothing is sent there. Rows are never changed: whoever looks into a theft needs them.
create table bank_account (
  id uuid primary key,
  person_id uuid not null references person,
  account_sealed text not null,
  usable_at timestamptz not null,
  created_at timestamptz not null,
  check (usable_at > created_at)
);
create index bank_account_of_person on bank_account (person_id, created_at desc);
create trigger bank_account_kept before update or delete on bank_account
  for each row execute function keep_record();

-- What tells that two people share something (domain 2.4): an account, a device, a name with a birth date. HMACs only.
create table person_mark (
  kind text not null check (kind in ('cci', 'device', 'name', 'phone', 'address', 'picture')),
  mark text not null,
  person_id uuid not null references person,
  last_seen_at timestamptz not null,
  primary key (kind, mark, person_id)
);
create index person_mark_of on person_mark (person_id);

-- One answer for one key, whoever repeats the call (domain 2.0). Anonymous callers count as one client.
create table idempotency_key (
  client_id uuid,
  route text not null,
  key text not null check (length(key) between 8 and 255),
  -- SHA-256 of the canonical body, in hex: the same key with another body is a mistake worth telling.
  body_hash text not null,
  status int not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  constraint idempotency_key_once unique nulls not distinct (client_id, route, key)
);
create index idempotency_key_age on idempotency_key (created_at);
