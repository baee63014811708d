-- What a client is told (domain 2.20), when people of the lender may reach them (domain 2.16), and figures that change
-- only when two people agree (domain 2.22).

-- One row for each thing told. The texts are in the code, in both languages; here is what goes into them.
create table notification (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Names, numbers and addresses of people do not belong here.
  params jsonb not null,
  severity text not null check (severity in ('INFO', 'SUCCESS', 'WARNING', 'CRITICAL')),
  -- The screen it leads to.
  link text not null,
  -- What it is about, so that a job that runs twice tells once: `reminder:P-2026-0000001:2026-02-14:-2`.
  natural_key text not null,
  template_version int not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notification_once unique (person_id, natural_key)
);
create index notification_of_person on notification (person_id, id desc);
create index notification_unread on notification (person_id) where read_at is null;

create function keep_notification() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a notification is never deleted';
  end if;
  if (to_jsonb(new) - 'read_at') is distinct from (to_jsonb(old) - 'read_at') or old.read_at is not null then
    raise exception 'a notification can only be read, once';
  end if;
  return new;
end
$$;
create trigger notification_kept before update or delete on notification
  for each row execute function keep_notification();

-- How service messages reach a client beside the client area; without a row by e-mail and by SMS without details.
create table notification_preference (
  person_id uuid primary key references person,
  email boolean not null,
  sms boolean not null,
  -- Whether an SMS may name the lender, an amount or a date: telephones are shared.
  sms_details boolean not null,
  updated_at timestamptz not null,
  check (email or sms)
);

-- Who is not to be advertised to, whatever the consents say; asked when a message leaves.
create table suppression (
  id uuid primary key,
  person_id uuid not null references person,
  channel text not null check (channel in ('sms', 'email', 'call', 'whatsapp')),
  -- REVOKED: the client took the consent back. CLOSED: the account is closed. AUTHORITY: a register or an authority says so.
  reason text not null check (reason in ('REVOKED', 'CLOSED', 'AUTHORITY')),
  since timestamptz not null,
  lifted_at timestamptz
);
create unique index suppression_open on suppression (person_id, channel, reason) where lifted_at is null;

-- A message to a client is written when it leaves, for the address and with the consents of that moment: until then
-- there is only what it is about, and afterwards everything is sealed with the person's key.
alter table outbox add column person_id uuid references person;
alter table outbox add column notification_id uuid references notification;
-- Not sent, and why: no consent, no address, the account is closed.
alter table outbox add column withheld_at timestamptz;
alter table outbox add column withheld_because text;
alter table outbox alter column recipient drop not null;
alter table outbox alter column subject drop not null;
alter table outbox alter column body drop not null;
alter table outbox add constraint outbox_has_words check (
  notification_id is not null or (recipient is not null and subject is not null and body is not null)
);
alter table outbox add constraint outbox_of_person check (notification_id is null or person_id is not null);
alter table outbox add constraint outbox_withheld check ((withheld_at is null) = (withheld_because is null));
create unique index outbox_of_notification on outbox (notification_id, channel) where notification_id is not null;
drop index outbox_waiting;
create index outbox_waiting on outbox (next_attempt_at)
  where sent_at is null and failed_at is null and withheld_at is null;

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

-- A figure somebody wants to change. Whoever proposes it does not approve it.
create table parameter_proposal (
  id uuid primary key,
  kind text not null,
  key text not null,
  value jsonb not null,
  valid_from date not null,
  valid_to date,
  -- Why; for a fee, what it costs the lender (domain 2.22).
  reason text not null check (length(reason) >= 10),
  status text not null check (status in ('PROPOSED', 'APPROVED', 'REJECTED')),
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  check (valid_to >= valid_from),
  check ((status = 'PROPOSED') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  constraint four_eyes check (status <> 'APPROVED' or lower(decided_by) <> lower(proposed_by))
);
create index parameter_proposal_open on parameter_proposal (proposed_at) where status = 'PROPOSED';

create function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'PROPOSED' then
    raise exception 'a proposal is decided once and never removed';
  end if;
  if (to_jsonb(new) - 'status' - 'decided_by' - 'decided_at')
     is distinct from (to_jsonb(old) - 'status' - 'decided_by' - 'decided_at') then
    raise exception 'a proposal is never rewritten: reject it and propose another';
  end if;
  return new;
end
$$;
create trigger parameter_proposal_kept before update or delete on parameter_proposal
  for each row execute function keep_proposal();
