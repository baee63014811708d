-- The papers of clients (domain 2.9): rendered once, stored as bytes, never rendered again.

create table document (
  id uuid primary key,
  -- The order in which papers were issued: two of one millisecond must not change places in a list.
  position bigint generated always as identity,
  person_id uuid not null references person,
  -- Null while there is no loan: papers of the person, and of an agreement that is not signed yet.
  loan_id uuid references loan,
  type text not null check (type in (
    'CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE', 'PRIVACY_NOTICE', 'CONSENT_RECEIPT', 'DISBURSEMENT_RECEIPT',
    'PAYMENT_RECEIPT', 'STATEMENT', 'PAYOFF_QUOTE', 'EXTENSION_ADDENDUM', 'PLAN_AGREEMENT', 'FLEX_AGREEMENT',
    'TOPUP_ADDENDUM', 'PAID_OFF_CERTIFICATE'
  )),
  -- What it was issued for: the id of the payment, `signed`, `2026-01-01..2026-01-31@month`.
  cause text not null check (cause <> ''),
  language text not null check (language in ('es', 'en')),
  title text not null check (title <> ''),
  -- Counts the papers of one kind that replace each other: the second schedule of a loan is 2.
  version int not null check (version > 0),
  created_at timestamptz not null,
  business_date date not null,
  pages int not null check (pages > 0),
  byte_length int not null check (byte_length > 0),
  -- Of the file as the client downloads it, in hex.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Sealed with the master key: contracts and receipts outlive the person's own key (domain 2.19).
  bytes_sealed bytea not null,
  superseded_by uuid references document,
  -- Rendered twice, stored once, whoever renders.
  constraint document_once unique nulls not distinct (person_id, loan_id, type, cause, language)
);
create index document_of_person on document (person_id, position);
create index document_of_loan on document (loan_id, type);
create index document_by_hash on document (sha256);

create function keep_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a document is never deleted';
  end if;
  if (to_jsonb(new) - 'superseded_by' - 'loan_id') is distinct from (to_jsonb(old) - 'superseded_by' - 'loan_id') then
    raise exception 'a document is never rewritten';
  end if;
  if old.superseded_by is not null and new.superseded_by is distinct from old.superseded_by then
    raise exception 'a document is replaced once';
  end if;
  if old.loan_id is not null and new.loan_id is distinct from old.loan_id then
    raise exception 'a document belongs to one loan for good';
  end if;
  return new;
end
$$;
create trigger document_kept before update or delete on document for each row execute function keep_document();
create trigger document_not_emptied before truncate on document for each statement execute function keep_record();

-- Up to which fact, status and month the papers of a loan have been issued: what has not moved is not looked at again.
create table document_issue (
  loan_id uuid primary key references loan,
  last_fact bigint not null,
  status text not null,
  month date not null,
  -- Facts that were reversed by then: another one makes a corrected schedule.
  reversals int not null default 0
);
