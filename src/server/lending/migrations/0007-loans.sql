-- Loans as their terms and facts (decision 0030) and the ledger (domain 2.16, 2.23).

-- P-2026-0001234. Not gap-free by law: an origination that rolls back may leave a hole.
create table loan_counter (
  year int primary key,
  last_number int not null check (last_number > 0)
);

create table loan (
  id uuid primary key,
  number text not null unique,
  person_id uuid not null references person,
  status text not null check (status in (
    'ORIGINATED', 'DISBURSING', 'DISBURSMENT_FAILED', 'VOIDED', 'PERFORMING', 'PAST_DUE', 'DEFAULTED',
    'PAYMENT_PLAN', 'FLEX', 'PAID', 'WRITTEN_OFF'
  )),
  -- What was signed, prices and policies included; no later change of a parameter reaches it.
  terms jsonb not null,
  originated_on date not null,
  -- The day the bank confirmed the money; interest runs from it.
  value_date date,
  -- The ledger has everything this loan earned up to and including this business date.
  booked_through date,
  -- A top-up on its way: {"status", "principalCents", "fees"}.
  top_up jsonb,
  created_at timestamptz not null default now(),
  check ((value_date is null) = (booked_through is null))
);
create index loan_of_person on loan (person_id, originated_on);
create index loan_to_close on loan (booked_through) where status in
  ('PERFORMING', 'PAST_DUE', 'DEFAULTED', 'PAYMENT_PLAN', 'FLEX');
create index loan_by_status on loan (status, id);

create function keep_loan() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a loan is never deleted';
  end if;
  if (new.id, new.number, new.person_id, new.terms, new.originated_on, new.created_at)
     is distinct from (old.id, old.number, old.person_id, old.terms, old.originated_on, old.created_at) then
    raise exception 'what was signed is never rewritten';
  end if;
  if old.value_date is not null and new.value_date is distinct from old.value_date then
    raise exception 'the value date of a loan is set once';
  end if;
  return new;
end
$$;
create trigger loan_kept before update or delete on loan for each row execute function keep_loan();

-- Payments, tranches, plans, write-offs, waivers, refunds: dated by their own day, whenever they became known.
create table loan_fact (
  id uuid primary key,
  loan_id uuid not null references loan,
  position bigint generated always as identity,
  kind text not null check (kind in ('payment', 'tranche', 'plan', 'flex', 'write-off', 'waiver', 'refund')),
  date date not null,
  data jsonb not null,
  recorded_on date not null,
  recorded_at timestamptz not null,
  -- A payment taken back, a write-off undone: set once, the fact itself stays.
  reversed_on date
);
create index loan_fact_of_loan on loan_fact (loan_id, position);

create function keep_loan_fact() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'loan_fact is append-only';
  end if;
  if old.reversed_on is not null or (to_jsonb(new) - 'reversed_on') is distinct from (to_jsonb(old) - 'reversed_on') then
    raise exception 'a fact is never rewritten: it can only be taken back, once';
  end if;
  return new;
end
$$;
create trigger loan_fact_kept before update or delete on loan_fact for each row execute function keep_loan_fact();

-- One row for each row of the loan's transition table that was walked.
create table loan_event (
  id bigint generated always as identity primary key,
  loan_id uuid not null references loan,
  event text not null,
  from_status text not null,
  to_status text not null,
  business_date date not null,
  at timestamptz not null,
  cause text not null,
  ref text not null
);
create index loan_event_of_loan on loan_event (loan_id, id);
create trigger loan_event_kept before update or delete on loan_event for each row execute function keep_record();

-- Double entry in céntimos. Journals are chained by hash, one chain for each loan and one for everything else, so that
-- two loans never wait for each other.
create table ledger_chain (
  chain text primary key,
  length bigint not null check (length > 0),
  head bytea not null
);

create table journal (
  id uuid primary key,
  chain text not null references ledger_chain,
  position bigint not null,
  business_date date not null,
  kind text not null,
  -- What caused it: the id of the payment, the order, the date that was closed.
  ref text not null,
  loan_id uuid references loan,
  -- The date of the journal in the lender's books (decision 0142): its own, or a later one where its loan, or what is of
  -- no loan, has been booked further already. Null: its own. A payout that becomes known days later earns from its value
  -- date, and the days it earned are entered into the books on the day it became known: a closed day never changes.
  booked_on date,
  at timestamptz not null,
  -- sha256(hash of the journal before it || its content): see `ledger-store.ts`.
  hash bytea not null,
  constraint journal_in_chain unique (chain, position),
  -- One effect of one cause, whoever repeats it.
  constraint journal_once unique nulls not distinct (loan_id, kind, ref)
);
create index journal_of_date on journal (business_date);
create index journal_booked on journal ((coalesce(booked_on, business_date)), id);

create function date_journal() returns trigger language plpgsql as $$
begin
  select nullif(greatest(coalesce(earlier.booked_on, earlier.business_date), new.business_date), new.business_date)
    into new.booked_on
  from journal earlier where earlier.chain = new.chain and earlier.position = new.position - 1;
  return new;
end
$$;
create trigger journal_dated before insert on journal for each row execute function date_journal();

create table posting (
  journal_id uuid not null references journal,
  position int not null,
  account text not null,
  -- Above zero a debit, below a credit.
  amount bigint not null check (amount <> 0),
  primary key (journal_id, position)
);
create index posting_of_account on posting (account);

create function journal_balances() returns trigger language plpgsql as $$
declare
  difference numeric;
begin
  select sum(amount) into difference from posting where journal_id = new.journal_id;
  if difference <> 0 then
    raise exception 'journal % is out of balance by %', new.journal_id, difference using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger posting_balances after insert on posting
  deferrable initially deferred for each row execute function journal_balances();

create function journal_has_postings() returns trigger language plpgsql as $$
begin
  if not exists (select from posting where journal_id = new.id) then
    raise exception 'journal % is empty', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger journal_not_empty after insert on journal
  deferrable initially deferred for each row execute function journal_has_postings();
create trigger journal_kept before update or delete on journal for each row execute function keep_record();
create trigger posting_kept before update or delete on posting for each row execute function keep_record();
create trigger journal_not_emptied before truncate on journal for each statement execute function keep_record();
create trigger posting_not_emptied before truncate on posting for each statement execute function keep_record();

-- A step of the day was done for a loan: never twice (domain 2.23).
create table job_run (
  job text not null,
  loan_id uuid not null references loan,
  business_date date not null,
  at timestamptz not null,
  primary key (job, loan_id, business_date)
);
