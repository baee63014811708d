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
  kind text not null check (kind in ('REGISTRATION', 'SIGN_IN', 'NEW_DEVICE', 'STEP_UP')),
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
  check (method = 'password' or (channel is not null and code_hash is not null and code_expires_at is not null))
);
create index challenge_age on challenge (created_at);

-- What a session may do for a few minutes after a proof.
create table session_grant (
  session_id uuid not null references session,
  purpose text not null,
  challenge_id uuid not null references challenge,
  granted_at timestamptz not null,
  until timestamptz not null,
  primary key (session_id, purpose)
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

-- What staff did, for ever. Each row carries the hash of the one before: none can be changed or taken out unseen.
create table audit (
  position bigint primary key,
  id uuid not null unique,
  at timestamptz not null,
  -- `operator:<name>`, `staff:<name>` or `job:<name>`.
  actor text not null check (actor <> ''),
  action text not null check (action <> ''),
  -- What it was done to, by reference: `person:<id>`. Never personal data.
  subject text not null check (subject <> ''),
  on_behalf_of uuid,
  impersonation_id uuid,
  session_id uuid,
  caller text,
  before jsonb,
  after jsonb,
  prev_hash text not null,
  hash text not null
);
create index audit_of_subject on audit (subject);
-- The end of the chain. Its lock puts one row after the other.
create table audit_head (
  id int primary key check (id = 1),
  position bigint not null,
  hash text not null
);
insert into audit_head (id, position, hash) values (1, 0, '');

create trigger audit_kept before update or delete on audit for each row execute function keep_record();
create trigger audit_not_emptied before truncate on audit for each statement execute function keep_record();
create trigger access_event_kept before update or delete on access_event for each row execute function keep_record();

-- Codes go by telephone, and a message to a person is sealed like the person's data.
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('email', 'sms', 'voice', 'whatsapp'));
alter table outbox add column sealed boolean not null default false;

-- A consent is a visitor's device's, or a client's.
alter table consent_event add column person_id uuid references person;
alter table consent_event alter column device_id drop not null;
alter table consent_event drop constraint consent_event_actor_check;
alter table consent_event add constraint consent_event_actor_check check (actor in ('VISITOR', 'CLIENT'));
alter table consent_event add constraint consent_event_of_somebody check (device_id is not null or person_id is not null);
create index consent_event_of_person on consent_event (person_id, purpose, created_at);
