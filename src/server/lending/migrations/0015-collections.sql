-- When people of the lender may reach a client (domain 2.16).

-- Up to which business date a loan's client has been reminded. One row for one loan: whoever moves it sends.
create table reminder_run (
  loan_id uuid primary key references loan,
  through date not null
);

-- Calls and visits about a debt, each asked for before it was made.
create table contact_attempt (
  id uuid primary key,
  person_id uuid not null references person,
  loan_id uuid not null references loan,
  channel text not null check (channel in ('CALL', 'VISIT')),
  -- Only ever the client.
  recipient text not null check (recipient = 'CLIENT'),
  -- Weekdays and hours are Lima's own, also where the business date was moved.
  at timestamptz not null,
  made_on date not null,
  actor text not null check (actor <> '')
);
create index contact_attempt_of_person on contact_attempt (person_id, made_on);
create trigger contact_attempt_kept before update or delete on contact_attempt
  for each row execute function keep_record();

-- What keeps collections away while it is open.
create table contact_pause (
  id uuid primary key,
  person_id uuid not null references person,
  reason text not null check (reason in ('COMPLAINT', 'BEREAVEMENT', 'FRAUD_CLAIM')),
  opened_at timestamptz not null,
  opened_by text not null check (opened_by <> ''),
  closed_at timestamptz,
  closed_by text,
  check ((closed_at is null) = (closed_by is null))
);
create unique index contact_pause_open on contact_pause (person_id, reason) where closed_at is null;
