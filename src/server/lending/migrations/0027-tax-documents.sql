-- expand, for programs since 0026
-- Boletas and credit notes of what clients are charged with IGV (domain P38). Céntimos.

-- Their printed forms are papers of the client.
alter table document drop constraint document_type_check;
alter table document add constraint document_type_check check (type in (
  'CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE', 'PRIVACY_NOTICE', 'CONSENT_RECEIPT', 'DISBURSEMENT_RECEIPT',
  'PAYMENT_RECEIPT', 'STATEMENT', 'PAYOFF_QUOTE', 'EXTENSION_ADDENDUM', 'PLAN_AGREEMENT', 'FLEX_AGREEMENT',
  'TOPUP_ADDENDUM', 'PAID_OFF_CERTIFICATE', 'TAX_RECEIPT', 'TAX_CREDIT_NOTE'
));

-- The last number of each series: taken in the transaction that issues the document, so that none is missing.
create table tax_series (
  series text primary key check (series ~ '^B[A-Z0-9]{3}$'),
  kind text not null check (kind in ('receipt', 'credit-note')),
  last_number integer not null check (last_number between 0 and 99999999)
);

-- The next day on which a loan can owe a document; null while only something new can change that. What becomes known of
-- a loan brings the day forward, whichever program writes it.
create table tax_watch (
  loan_id uuid primary key references loan,
  due_on date
);
create index tax_watch_due on tax_watch (due_on, loan_id) where due_on is not null;

create function watch_tax_of_fact() returns trigger language plpgsql as $$
begin
  insert into tax_watch (loan_id, due_on) values (new.loan_id, coalesce(new.reversed_on, new.recorded_on))
  on conflict (loan_id) do update set due_on = least(coalesce(tax_watch.due_on, excluded.due_on), excluded.due_on);
  return null;
end
$$;
create trigger loan_fact_taxed after insert or update of reversed_on on loan_fact
  for each row execute function watch_tax_of_fact();

create function watch_tax_of_loan() returns trigger language plpgsql as $$
begin
  insert into tax_watch (loan_id, due_on) values (new.id, new.value_date)
  on conflict (loan_id) do update set due_on = least(coalesce(tax_watch.due_on, excluded.due_on), excluded.due_on);
  return null;
end
$$;
create trigger loan_taxed after update of value_date on loan for each row
  when (new.value_date is distinct from old.value_date and new.value_date is not null)
  execute function watch_tax_of_loan();

-- Loans from before are caught up, each document with the date of its day.
insert into tax_watch (loan_id, due_on) select id, value_date from loan where value_date is not null;

create table tax_summary (
  id uuid primary key,
  -- 20100000001-RC-20261130-1
  name text not null unique,
  issue_date date not null,
  xml_sealed bytea not null,
  xml_sha256 text not null check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('READY', 'SENT', 'WAITING', 'ACCEPTED', 'OBSERVED', 'REFUSED')),
  ticket text,
  attempts integer not null default 0,
  next_try_at timestamptz,
  issued_at timestamptz not null
);
create index tax_summary_due on tax_summary (next_try_at) where status in ('READY', 'SENT', 'WAITING');

create table tax_document (
  id uuid primary key,
  position bigint generated always as identity unique,
  -- 20100000001-03-B001-12
  name text not null unique,
  kind text not null check (kind in ('receipt', 'credit-note')),
  series text not null references tax_series,
  number integer not null check (number between 1 and 99999999),
  unique (series, number),
  loan_id uuid not null references loan,
  issue_date date not null,
  net bigint not null check (net > 0),
  vat bigint not null check (vat > 0),
  -- Of a credit note: the receipt that it lowers, and why (catalogue 09).
  corrects uuid references tax_document,
  reason text check (reason in ('01', '06', '07', '09')),
  check ((kind = 'credit-note') = (corrects is not null and reason is not null)),
  -- What was signed: sealed with the master key, because it is kept for the tax term and outlives the person's own key.
  xml_sealed bytea not null,
  xml_sha256 text not null check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  -- What it says, for its paper and its summary; sealed like it.
  content_sealed bytea not null,
  -- Of the signature, as the printed form has it.
  digest text not null,
  -- Of a refused one the number stays used; REPLACED: a new document says what it said.
  status text not null check (status in ('READY', 'SENT', 'ACCEPTED', 'OBSERVED', 'REFUSED', 'REPLACED')),
  summary_id uuid references tax_summary,
  -- Whether its printed form is among the client's papers.
  is_printed boolean not null default false,
  attempts integer not null default 0,
  next_try_at timestamptz,
  issued_at timestamptz not null
);
create index tax_document_of_loan on tax_document (loan_id, position);
create index tax_document_by_day on tax_document (issue_date, position);
create index tax_document_to_print on tax_document (position) where not is_printed;
create index tax_document_due on tax_document (next_try_at) where status in ('READY', 'SENT');
create index tax_document_of_summary on tax_document (summary_id) where summary_id is not null;
create index tax_document_corrected on tax_document (corrects) where corrects is not null;

-- Its lines by the loan's own names: `1.3.interest`.
create table tax_line (
  document_id uuid not null references tax_document,
  position integer not null,
  key text not null check (key ~ '^\d+\.\d+\.[a-zA-Z]+$'),
  net bigint not null check (net >= 0),
  vat bigint not null check (vat >= 0),
  check (net + vat > 0),
  primary key (document_id, position),
  unique (document_id, key)
);
create trigger tax_line_kept before update or delete on tax_line for each row execute function keep_record();
create trigger tax_line_not_emptied before truncate on tax_line for each statement execute function keep_record();

-- What the tax authority said, or did not say, of a document or of a summary.
create table tax_answer (
  id bigint generated always as identity primary key,
  document_id uuid references tax_document,
  summary_id uuid references tax_summary,
  check (num_nonnulls(document_id, summary_id) = 1),
  at timestamptz not null,
  outcome text not null check (outcome in ('ACCEPTED', 'OBSERVED', 'REFUSED', 'TICKET', 'WAITING', 'UNKNOWN', 'RESENT')),
  code text,
  words text,
  -- Codes and sentences of observations.
  notes jsonb not null default '[]',
  cdr_sealed bytea,
  cdr_sha256 text check (cdr_sha256 ~ '^[0-9a-f]{64}$')
);
create index tax_answer_of_document on tax_answer (document_id, id) where document_id is not null;
create index tax_answer_of_summary on tax_answer (summary_id, id) where summary_id is not null;
create trigger tax_answer_kept before update or delete on tax_answer for each row execute function keep_record();
create trigger tax_answer_not_emptied before truncate on tax_answer for each statement execute function keep_record();

-- IGV that operators have declared and paid, month by month; what is entered wrong is corrected by another row.
create table tax_declared (
  id uuid primary key,
  month date not null check (extract(day from month) = 1),
  declared_on date not null,
  amount bigint not null check (amount <> 0),
  reference text not null,
  declared_by text not null,
  at timestamptz not null
);
create trigger tax_declared_kept before update or delete on tax_declared for each row execute function keep_record();
create trigger tax_declared_not_emptied before truncate on tax_declared for each statement execute function keep_record();

-- What was signed is never changed and never taken away: of a document only its way to the tax authority moves.
create function keep_tax_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.id, new.name, new.kind, new.series, new.number, new.loan_id, new.issue_date, new.net, new.vat,
      new.corrects, new.reason, new.xml_sealed, new.xml_sha256, new.content_sealed, new.digest, new.issued_at)
     is not distinct from (old.id, old.name, old.kind, old.series, old.number, old.loan_id, old.issue_date, old.net, old.vat,
      old.corrects, old.reason, old.xml_sealed, old.xml_sha256, old.content_sealed, old.digest, old.issued_at) then
    return new;
  end if;
  raise exception 'a tax document is never changed';
end
$$;
create trigger tax_document_kept before update or delete on tax_document for each row execute function keep_tax_document();
create trigger tax_document_not_emptied before truncate on tax_document for each statement execute function keep_record();
