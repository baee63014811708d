-- What a client changes and asks for by themselves (domain 2.8, 2.19): another e-mail, their data, the end of the account.

-- An address that somebody wants to be written to. It counts once its own mailbox has said yes; until then, and a
-- little longer, the old one can say no.
create table email_change (
  id uuid primary key,
  person_id uuid not null references person,
  new_email_sealed text not null,
  status text not null check (status in ('SENT', 'CONFIRMED', 'CANCELLED', 'REPLACED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'SENT') = (decided_at is null))
);
create unique index email_change_open on email_change (person_id) where status = 'SENT';

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
