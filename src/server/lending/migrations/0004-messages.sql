-- What a client is told (domain 2.20), and the messages that carry it.

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

-- Messages to the outside, written in the transaction that causes them and sent at least once afterwards.
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms', 'voice', 'whatsapp')),
  template text not null,
  template_version int not null,
  -- Why we may write to this person: a service message, or which consent.
  consent_basis text not null,
  -- A message to a client is written when it leaves, for the address and with the consents of that moment: until then
  -- there is only what it is about, and afterwards everything is sealed with the person's key.
  person_id uuid references person,
  notification_id uuid references notification,
  recipient text,
  subject text,
  body text,
  sealed boolean not null default false,
  -- References to stored documents: [{"complaintId": …, "document": …, "fileName": …}].
  attachments jsonb not null default '[]',
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  sent_at timestamptz,
  -- Given up after the last attempt; an operator sees it.
  failed_at timestamptz,
  last_error text,
  -- Not sent, and why: no consent, no address, the account is closed.
  withheld_at timestamptz,
  withheld_because text,
  -- A letter that a law gives a date is given up by a task: about whom or what it was, never personal data.
  owed_about text,
  constraint outbox_has_words check (
    notification_id is not null or (recipient is not null and subject is not null and body is not null)
  ),
  constraint outbox_of_person check (notification_id is null or person_id is not null),
  constraint outbox_withheld check ((withheld_at is null) = (withheld_because is null))
);
create index outbox_waiting on outbox (next_attempt_at)
  where sent_at is null and failed_at is null and withheld_at is null;
create unique index outbox_of_notification on outbox (notification_id, channel) where notification_id is not null;

-- Letters to them are found again to be emptied.
create index outbox_to_visitors on outbox (created_at)
  where template in ('identity-visitor-data-received', 'identity-visitor-data-answer') and recipient <> '';
