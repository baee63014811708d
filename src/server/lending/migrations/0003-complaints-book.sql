-- The complaints book (Libro de Reclamaciones, domain 2.18) and what it needs: dated holidays, idempotency keys, and the
-- outbox that carries its e-mails.

-- Dated, like every legal value. A year counts as known when it has at least one row.
create table holiday (
  date date primary key,
  name text not null check (name <> ''),
  approved_by text not null check (approved_by <> ''),
  created_at timestamptz not null default now()
);

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

-- Messages to the outside, written in the transaction that causes them and sent at least once afterwards.
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('email')),
  template text not null,
  template_version int not null,
  -- Why we may write to this person: a service message, or which consent.
  consent_basis text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  -- References to stored documents: [{"complaintId": …, "document": …, "fileName": …}].
  attachments jsonb not null default '[]',
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  sent_at timestamptz,
  -- Given up after the last attempt; an operator sees it.
  failed_at timestamptz,
  last_error text
);
create index outbox_waiting on outbox (next_attempt_at) where sent_at is null and failed_at is null;

-- One row per book and year. Taking a number locks the row until the complaint is committed: a rollback gives the number
-- back, so the series has no gap, which a sequence cannot promise.
create table complaint_counter (
  establishment_code text not null,
  year int not null,
  last_number int not null check (last_number >= 0),
  primary key (establishment_code, year)
);

create table complaint (
  id uuid primary key,
  code text not null unique,
  establishment_code text not null,
  year int not null,
  number int not null,
  filed_at timestamptz not null,
  -- Business dates in Lima; the answer is due 15 business days after the first.
  filed_on date not null,
  answer_due_on date not null,
  status text not null check (status in ('RECEIVED', 'ASSIGNED', 'ANSWERED', 'SETTLED', 'CLOSED')),
  assignee text,
  type text not null check (type in ('RECLAMO', 'QUEJA')),
  locale text not null check (locale in ('es', 'en')),
  -- What the consumer wrote and who the provider was that day: the sheet, as it was filed.
  sheet jsonb not null,
  -- SHA-256 of the content: the same sheet twice on one day is one complaint.
  content_hash text not null,
  -- Opens this one sheet, and this one only: whoever reads this table reads the sheet anyway.
  tracking_key text not null,
  constraint complaint_number_once unique (establishment_code, year, number),
  constraint complaint_content_once unique (establishment_code, filed_on, content_hash),
  check (answer_due_on > filed_on)
);
create index complaint_open on complaint (answer_due_on) where status in ('RECEIVED', 'ASSIGNED');
create index complaint_filed on complaint (filed_on);

create table complaint_event (
  id uuid primary key,
  complaint_id uuid not null references complaint,
  -- Order within one complaint, without trusting clocks.
  position int not null,
  at timestamptz not null,
  business_date date not null,
  kind text not null check (kind in ('filed', 'assign', 'note', 'answer', 'settle', 'close', 'alert')),
  -- `consumer`, `operator:<name>` or `clock`.
  actor text not null check (actor <> ''),
  from_status text,
  to_status text not null,
  data jsonb not null,
  constraint complaint_event_order unique (complaint_id, position)
);
-- An alert is raised once, however many copies of the lending role look at the clock.
create unique index complaint_alert_once on complaint_event (complaint_id, (data ->> 'day')) where kind = 'alert';

-- Files of the consumer (with the event `filed`) and of the answer.
create table complaint_attachment (
  id uuid primary key,
  complaint_id uuid not null references complaint,
  event_id uuid not null references complaint_event,
  position int not null,
  name text not null check (name <> ''),
  media_type text not null,
  bytes bytea not null,
  byte_length int not null,
  sha256 text not null,
  unique (event_id, position)
);

-- The PDFs as they were handed out: the first rendering is the one that counts.
create table complaint_document (
  complaint_id uuid not null references complaint,
  document text not null check (document in ('sheet', 'answer', 'settlement')),
  bytes bytea not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (complaint_id, document)
);

-- The law wants the book complete for years: nothing is deleted, and only the state of a complaint moves.
create function keep_complaint() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a complaint is never deleted';
  end if;
  if (to_jsonb(new) - 'status' - 'assignee') is distinct from (to_jsonb(old) - 'status' - 'assignee') then
    raise exception 'a complaint is never rewritten: add a note';
  end if;
  return new;
end
$$;
create trigger complaint_kept before update or delete on complaint for each row execute function keep_complaint();

create function keep_record() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger complaint_event_kept before update or delete on complaint_event
  for each row execute function keep_record();
create trigger complaint_attachment_kept before update or delete on complaint_attachment
  for each row execute function keep_record();
create trigger complaint_document_kept before update or delete on complaint_document
  for each row execute function keep_record();
