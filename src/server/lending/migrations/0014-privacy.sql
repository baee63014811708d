-- What a client asks of their own data, and the end of an account (domain 2.8, 2.19).

-- The rights of Ley 29733: what somebody asks of their own data, and by when it has to be answered.
create table data_request (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('ACCESS', 'PORTABILITY', 'RECTIFICATION', 'CANCELLATION', 'OPPOSITION')),
  detail_sealed text not null,
  status text not null check (status in ('RECEIVED', 'IN_PROGRESS', 'DONE', 'DENIED')),
  due_on date not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- What the client is told; a no is always explained.
  answer_sealed text,
  check ((status in ('DONE', 'DENIED')) = (decided_at is not null)),
  check ((decided_at is null) = (decided_by is null)),
  check (status <> 'DENIED' or answer_sealed is not null)
);
create index data_request_of_person on data_request (person_id, id desc);
create index data_request_waiting on data_request (due_on) where status in ('RECEIVED', 'IN_PROGRESS');

-- Requests about personal data by people who are no clients (decision 0129): under the master key, because there is no
-- person whose key it could be. The proof of identity goes with the answer.
create table visitor_data_request (
  id uuid primary key,
  kind text not null check (kind in ('ACCESS', 'PORTABILITY', 'RECTIFICATION', 'CANCELLATION', 'OPPOSITION')),
  asked_sealed text not null,
  identity_sealed text,
  identity_media_type text not null,
  status text not null check (status in ('RECEIVED', 'DONE', 'DENIED')),
  due_on date not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  answer_sealed text,
  -- A blind index of document and mailbox: the same request waits once.
  asked_index text,
  check ((status = 'RECEIVED') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (answer_sealed is null)),
  -- The picture of a request that nobody answers ends before the answer.
  constraint visitor_data_request_identity check (decided_at is null or identity_sealed is null)
);
create index visitor_data_request_waiting on visitor_data_request (due_on) where status = 'RECEIVED';
create unique index visitor_data_request_once on visitor_data_request (kind, asked_index) where status = 'RECEIVED';
create index visitor_data_request_decided on visitor_data_request (decided_at) where status <> 'RECEIVED';

-- The end of an account: fourteen days in which it can be taken back, then closed, and one day forgotten altogether.
create table account_closing (
  id uuid primary key,
  person_id uuid not null references person,
  asked_at timestamptz not null,
  closes_on date not null,
  undone_at timestamptz,
  closed_at timestamptz,
  -- Until then contracts, ledger and complaints are kept because the law says so; afterwards the person's key is destroyed.
  forget_on date,
  forgotten_at timestamptz,
  check (undone_at is null or closed_at is null),
  check ((closed_at is null) = (forget_on is null)),
  check (forgotten_at is null or closed_at is not null)
);
create unique index account_closing_open on account_closing (person_id) where undone_at is null and closed_at is null;
create index account_closing_due on account_closing (closes_on) where undone_at is null and closed_at is null;
create index account_closing_forget on account_closing (forget_on) where closed_at is not null and forgotten_at is null;
