-- What is agreed about a running loan beside its contract (domain 2.10, 2.12–2.16). What it does to the loan is a fact of
-- the loan; here is who agreed, to what exactly, and with which proof.

-- A confirmed payment plan or an activated flex pay; its terms are the fact of the same id.
create table arrangement (
  id uuid primary key references loan_fact,
  loan_id uuid not null references loan,
  kind text not null check (kind in ('plan', 'flex')),
  -- How the client means to pay a plan.
  payment_channel text check ((payment_channel is not null) = (kind = 'plan')),
  -- The step-up the client gave.
  challenge_id uuid references challenge,
  agreed_at timestamptz not null
);
create index arrangement_of_loan on arrangement (loan_id, agreed_at);
create trigger arrangement_kept before update or delete on arrangement for each row execute function keep_record();

-- Flex pay that staff offered to a client who could not have it otherwise.
create table flex_offer (
  id uuid primary key,
  loan_id uuid not null references loan,
  offered_by text not null check (offered_by <> ''),
  offered_on date not null,
  valid_until date not null check (valid_until >= offered_on),
  at timestamptz not null
);
create index flex_offer_of_loan on flex_offer (loan_id, valid_until);
create trigger flex_offer_kept before update or delete on flex_offer for each row execute function keep_record();

-- A quote for moving the due date, at a frozen price. What becomes of it is computed from the facts of its loan (decision
-- 0110).
create table extension (
  id uuid primary key,
  loan_id uuid not null references loan,
  status text not null check (status in ('QUOTED', 'PAYMENT_PENDING', 'EXPIRED')),
  term_days int not null check (term_days > 0),
  fee bigint not null check (fee >= 0),
  price bigint not null check (price > 0),
  -- The price with its parts and dates, as it was shown.
  quote jsonb not null,
  quoted_on date not null,
  -- Until 23:59 of this day in Lima.
  valid_until date not null,
  -- The step-up the client gave when asking for it; payments name the quote they are for.
  challenge_id uuid references challenge,
  created_at timestamptz not null
);
create index extension_of_loan on extension (loan_id, created_at);
create index extension_open on extension (valid_until) where status in ('QUOTED', 'PAYMENT_PENDING');

create function keep_extension() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a quote is never deleted';
  end if;
  if (new.id, new.loan_id, new.term_days, new.fee, new.price, new.quote, new.quoted_on, new.valid_until)
     is distinct from
     (old.id, old.loan_id, old.term_days, old.fee, old.price, old.quote, old.quoted_on, old.valid_until) then
    raise exception 'what was quoted is never rewritten';
  end if;
  return new;
end
$$;
create trigger extension_kept before update or delete on extension for each row execute function keep_extension();

-- A top-up a client asked for. Once signed its order says how it went.
create table top_up (
  id uuid primary key,
  loan_id uuid not null references loan,
  status text not null check (status in ('ORIGINATED', 'SIGNED', 'DECLINED', 'EXPIRED')),
  principal bigint not null check (principal > 0),
  -- The breakdown that was shown when it was asked for.
  offer jsonb not null,
  requested_on date not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- The breakdown that was signed, a day later perhaps.
  signed_offer jsonb,
  challenge_id uuid references challenge,
  order_id uuid unique references disbursement_order,
  ended_at timestamptz,
  check ((status = 'SIGNED') = (order_id is not null)),
  check ((status = 'ORIGINATED') = (ended_at is null))
);
create unique index top_up_one_open on top_up (loan_id) where status = 'ORIGINATED';
create index top_up_of_loan on top_up (loan_id, requested_at);

-- What a client is known for (domain 2.10): events that are added and never changed. One that turned out not to be true
-- is taken back by a row of its own.
create table trust_event (
  id uuid primary key,
  person_id uuid not null references person,
  event text not null check (event in (
    'email-verified', 'identity-approved', 'bank-account-confirmed', 'profile-confirmed', 'loan-paid-on-time',
    'loan-paid-1-to-3-days-late', 'loan-paid-4-to-15-days-late', 'loan-paid-16-to-60-days-late', 'loan-defaulted',
    'plan-completed'
  )),
  date date not null,
  loan_id uuid references loan,
  -- What makes it the same event when it is told again.
  natural_key text not null,
  at timestamptz not null,
  constraint trust_event_once unique (person_id, natural_key)
);
create index trust_event_of_loan on trust_event (loan_id);

create table trust_event_retraction (
  trust_event_id uuid primary key references trust_event,
  at timestamptz not null
);
create trigger trust_event_kept before update or delete on trust_event for each row execute function keep_record();
create trigger trust_event_retraction_kept before update or delete on trust_event_retraction
  for each row execute function keep_record();

-- Taking a debt out of the books takes two people (domain 2.16).
create table write_off_proposal (
  id uuid primary key,
  loan_id uuid not null references loan,
  status text not null check (status in ('PROPOSED', 'APPROVED', 'WITHDRAWN')),
  reason text not null check (length(reason) >= 10),
  proposed_by text not null check (proposed_by <> ''),
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- Two accounts, by their ids.
  proposer_id uuid not null references colleague,
  decider_id uuid references colleague,
  -- The fact of the loan, when it was approved.
  fact_id uuid references loan_fact,
  check ((status = 'PROPOSED') = (decided_by is null)),
  check ((status = 'APPROVED') = (fact_id is not null)),
  constraint write_off_by_two check (status <> 'APPROVED' or decided_by <> proposed_by),
  constraint write_off_two_accounts check (status <> 'APPROVED' or decider_id <> proposer_id)
);
create unique index write_off_one_open on write_off_proposal (loan_id) where status = 'PROPOSED';
create index write_off_of_loan on write_off_proposal (loan_id, proposed_at);
