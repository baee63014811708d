-- The complaints book (Libro de Reclamaciones, domain 2.18).

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
  -- By which a signed-in client finds the sheets with their document: a blind index, like the one of people.
  document_index text,
  constraint complaint_number_once unique (establishment_code, year, number),
  constraint complaint_content_once unique (establishment_code, filed_on, content_hash),
  check (answer_due_on > filed_on)
);
create index complaint_open on complaint (answer_due_on) where status in ('RECEIVED', 'ASSIGNED');
create index complaint_filed on complaint (filed_on);
create index complaint_of_document on complaint (document_index);

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
create trigger complaint_event_kept before update or delete on complaint_event
  for each row execute function keep_record();
create trigger complaint_attachment_kept before update or delete on complaint_attachment
  for each row execute function keep_record();
create trigger complaint_document_kept before update or delete on complaint_document
  for each row execute function keep_record();
