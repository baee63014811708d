-- Money on its way in (domain 2.11): payments a client has started, every credit that was proved, and what nobody can name.

create table payment_intent (
  id uuid primary key,
  person_id uuid not null references person,
  loan_id uuid not null references loan,
  purpose text not null check (purpose in
    ('PAYOFF', 'DUE', 'INSTALLMENT', 'PARTIAL', 'PREPAY', 'EXTENSION', 'PLAN_PAYMENT', 'FLEX')),
  method text not null check (method in
    ('NIUBIZ', 'PAGOEFECTIVO', 'YAPE', 'PLIN', 'BCP_AGENTE', 'VIABCP', 'MANUAL')),
  -- What the money will be used for: {"kind": "ordinary", "mode": "REDUCE_TERM"}.
  use jsonb not null,
  amount bigint not null check (amount > 0),
  -- The extension quote it pays, for example.
  subject_id uuid,
  locale text not null check (locale in ('es', 'en')),
  status text not null check (status in (
    'CREATED', 'PENDING_CUSTOMER', 'PROCESSING', 'UNKNOWN', 'IN_REVIEW', 'SUCCEEDED', 'FAILED', 'EXPIRED',
    'CANCELLED', 'REFUND_PENDING', 'REFUNDED', 'DISPUTED', 'REVERSED'
  )),
  -- SHA-256, in hex, of the unguessable part of the address the checkout posts to.
  intent_key_hash text not null unique,
  -- How the card provider knows it: digits, at most twelve, never used twice.
  purchase_number text not null unique check (purchase_number ~ '^[1-9][0-9]{0,11}$'),
  -- What the client writes into a transfer.
  reference text not null unique check (reference ~ '^[1-9][0-9]{9}$'),
  -- What the client says at a till, and the provider's page about it.
  code text unique,
  code_url text,
  -- What the page needs to open the provider's form; nothing in it is secret.
  card_form jsonb,
  -- SHA-256 of the transaction token: the same token again is the same order.
  token_hash text,
  outcome text check (outcome in ('EXACT', 'PARTIAL', 'OVERPAID')),
  failure_reason text,
  -- When the provider is asked next, and how often it was.
  next_query_at timestamptz,
  queries int not null default 0,
  unknown_since timestamptz,
  -- Reading it asks the provider too, but not every second.
  asked_at timestamptz,
  expires_at timestamptz not null,
  created_on date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_intent_of_person on payment_intent (person_id, id);
create index payment_intent_of_loan on payment_intent (loan_id, id);
create index payment_intent_to_expire on payment_intent (expires_at) where status in ('CREATED', 'PENDING_CUSTOMER');
create index payment_intent_to_ask on payment_intent (next_query_at) where next_query_at is not null;
create index payment_intent_waiting on payment_intent (status, id) where status in ('UNKNOWN', 'IN_REVIEW', 'REFUND_PENDING', 'DISPUTED');

create function keep_payment_intent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a payment is never deleted';
  end if;
  if (new.id, new.person_id, new.loan_id, new.purpose, new.method, new.use, new.amount, new.subject_id,
      new.intent_key_hash, new.purchase_number, new.reference, new.created_on, new.created_at)
     is distinct from
     (old.id, old.person_id, old.loan_id, old.purpose, old.method, old.use, old.amount, old.subject_id,
      old.intent_key_hash, old.purchase_number, old.reference, old.created_on, old.created_at) then
    raise exception 'what a payment asks for is never rewritten';
  end if;
  if old.token_hash is not null and new.token_hash is distinct from old.token_hash then
    raise exception 'a payment is authorised with one token';
  end if;
  return new;
end
$$;
create trigger payment_intent_kept before update or delete on payment_intent
  for each row execute function keep_payment_intent();

-- One row for each row of the payment's transition table that was walked.
create table payment_event (
  id bigint generated always as identity primary key,
  intent_id uuid not null references payment_intent,
  event text not null,
  from_status text not null,
  to_status text not null,
  -- `client`, `provider`, `clock` or `operator:<name>`.
  actor text not null check (actor <> ''),
  detail jsonb not null,
  business_date date not null,
  at timestamptz not null
);
create index payment_event_of_intent on payment_event (intent_id, id);
create trigger payment_event_kept before update or delete on payment_event for each row execute function keep_record();

-- One row for each credit somebody proved, whoever told us how often. Its id is the id of the loan's fact.
create table money_received (
  id uuid primary key,
  provider text not null check (provider in ('NIUBIZ', 'PAGOEFECTIVO', 'BANK')),
  -- The purchase, the code, or the bank's line.
  provider_ref text not null,
  -- Tells two payments of one code apart. Null while the provider has told us of a payment but not of its number.
  operation text,
  amount bigint not null check (amount > 0),
  value_date date not null,
  into_account text not null check (into_account in ('bank', 'psp-clearing')),
  intent_id uuid references payment_intent,
  -- Money that named one payment and was matched with another by a person is that other payment's from then on.
  matched_intent_id uuid references payment_intent,
  -- The loan it was booked to. Null: nobody knows whose it is, see `unapplied`.
  loan_id uuid references loan,
  -- What the provider says besides: brand, masked card, authorisation code.
  detail jsonb not null,
  recorded_on date not null,
  received_at timestamptz not null,
  constraint money_received_once unique nulls not distinct (provider, provider_ref, operation)
);
create index money_received_of_intent on money_received (intent_id);
create index money_received_of_matched_intent on money_received (matched_intent_id);
create index money_received_of_loan on money_received (loan_id);

create function keep_money_received() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'money_received is append-only';
  end if;
  if (to_jsonb(new) - 'operation' - 'loan_id' - 'intent_id' - 'matched_intent_id')
     is distinct from (to_jsonb(old) - 'operation' - 'loan_id' - 'intent_id' - 'matched_intent_id')
     or (old.operation is not null and new.operation is distinct from old.operation)
     or (old.loan_id is not null and new.loan_id is distinct from old.loan_id)
     or (old.intent_id is not null and new.intent_id is distinct from old.intent_id)
     or (old.matched_intent_id is not null and new.matched_intent_id is distinct from old.matched_intent_id) then
    raise exception 'a credit is never rewritten: it can only be told more about, once';
  end if;
  return new;
end
$$;
create trigger money_received_kept before update or delete on money_received
  for each row execute function keep_money_received();

-- Money nobody can name, or that its loan refuses: kept on an account of its own until somebody knows.
create table unapplied (
  id uuid primary key references money_received,
  reason text not null,
  status text not null check (status in ('OPEN', 'MATCHED', 'RETURNED', 'SETTLED')),
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  note text,
  check ((status = 'OPEN') = (resolved_at is null))
);
create index unapplied_open on unapplied (created_at) where status = 'OPEN';

-- A transfer is one row however its number is written (domain P36): letters and digits count, without the zeros in front.
-- The program has the same rule, `operationKey`.
create function operation_key(written text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(regexp_replace(written,
    '([0-9]{4})[.,]0+\s*$|[.,]0{1,2}\s*$', '\1'), '[^0-9A-Za-z]', '', 'g') collate "C"), '^0+(?=.)', '')
$$;

-- What the bank stated, line by line; importing a file twice adds nothing.
create table bank_line (
  id uuid primary key,
  bank text not null,
  value_date date not null,
  bank_ref text not null,
  amount bigint not null check (amount > 0),
  description text not null,
  reference text,
  money_id uuid references money_received,
  imported_at timestamptz not null,
  imported_by text not null,
  -- The day on which the bank has booked the credit, where its statement says it beside the value date.
  booked_on date,
  operation text generated always as (operation_key(bank_ref)) stored,
  -- The day and the amount of the line with which the bank has taken this one back, or a part of it.
  taken_back_on date,
  taken_back bigint
);
create index bank_line_of_money on bank_line (money_id);
create unique index bank_line_once on bank_line (bank, operation, value_date);
create unique index bank_line_booked_once on bank_line (bank, operation, booked_on) where booked_on is not null;
create trigger bank_line_kept before delete on bank_line for each row execute function keep_record();

-- What a client says about a transfer made by hand.
create table voucher (
  id uuid primary key,
  intent_id uuid not null references payment_intent,
  bank_id text not null,
  operation_number text not null,
  paid_on date not null,
  amount bigint not null check (amount > 0),
  -- The picture or PDF, sealed with the key of its person.
  file_sealed text,
  file_name text,
  media_type text,
  sha256 text,
  sent_at timestamptz not null,
  -- A transfer may come from any bank: what the client says of it helps a person to find it. `bank_id` is the account of
  -- ours that was paid.
  from_bank text,
  -- Banks count their operations each for itself and anew: whether the same number is another transfer, a person decides.
  constraint voucher_once unique (intent_id, bank_id, operation_number)
);
create index voucher_of_intent on voucher (intent_id);
create trigger voucher_kept before update or delete on voucher for each row execute function keep_record();

-- What providers tell us, as it came. Read by a worker; the same message again is the same row.
create table webhook_inbox (
  id uuid primary key,
  provider text not null check (provider in ('PAGOEFECTIVO')),
  event_id text not null,
  body bytea not null,
  headers jsonb not null,
  signature_valid boolean not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  result text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  error text,
  constraint webhook_inbox_once unique (provider, event_id)
);
create index webhook_inbox_waiting on webhook_inbox (next_attempt_at) where processed_at is null;

-- Money on its way back to a client: credit they asked for, or a whole payment.
create table refund (
  id uuid primary key,
  kind text not null check (kind in ('CREDIT', 'PAYMENT')),
  person_id uuid not null references person,
  loan_id uuid not null references loan,
  intent_id uuid references payment_intent,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'PAID', 'REJECTED')),
  -- The order whose bank account it goes to; null for a card.
  order_id uuid references disbursement_order,
  -- An account named in the settings since, when it goes there.
  destination_sealed text,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  provider_ref text,
  reason text,
  requested_on date not null,
  requested_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'PAYMENT') = (intent_id is not null))
);
create index refund_due on refund (next_attempt_at) where status in ('QUEUED', 'SENDING', 'SENT');
create unique index refund_one_open on refund (loan_id, kind) where status in ('QUEUED', 'SENDING', 'SENT');
create index refund_of_intent on refund (intent_id);
create index refund_listed on refund (status, created_at, id);

-- What goes back of a payment, céntimo by céntimo (decision 0108): a refund names the payments it takes from and how much
-- of each, and all refunds that were not refused together never take more than came in.
create table refund_part (
  -- Of credit that goes back: the loan's fact of it.
  id uuid primary key,
  refund_id uuid not null references refund,
  -- The payment, as its loan's fact.
  payment_id uuid not null references loan_fact,
  amount bigint not null check (amount > 0),
  -- Of credit that the bank had refused to send and paid all the same: the loan's fact that says so. Null: the part's own.
  booked_as uuid,
  constraint refund_part_once unique (refund_id, payment_id)
);
create index refund_part_of_payment on refund_part (payment_id);

-- Every writer holds the lock of the loan, so the sum that is read here is the sum that is committed.
create function refund_part_fits() returns trigger language plpgsql as $$
declare
  received bigint;
  given_back bigint;
begin
  select (data ->> 'amountCents')::bigint into received from loan_fact where id = new.payment_id and kind = 'payment';
  select coalesce(sum(part.amount), 0) into given_back
  from refund_part part join refund on refund.id = part.refund_id
  where part.payment_id = new.payment_id and refund.status <> 'REJECTED'
    and not exists (select from surplus_payout where surplus_payout.id = refund.id);
  if received is null or given_back > received then
    raise exception 'payment % gives back % and was %', new.payment_id, given_back, received
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refund_part_fits after insert on refund_part for each row execute function refund_part_fits();
create trigger refund_part_kept before update of id, refund_id, payment_id, amount or delete on refund_part
  for each row execute function keep_record();

-- A cardholder who says it was not them, or that they got nothing for it.
create table dispute (
  id uuid primary key,
  intent_id uuid not null references payment_intent,
  provider_ref text not null,
  reason text not null,
  status text not null check (status in ('OPEN', 'WON', 'LOST')),
  opened_on date not null,
  opened_by text not null,
  ended_on date,
  ended_by text,
  created_at timestamptz not null,
  check ((status = 'OPEN') = (ended_on is null))
);
create unique index dispute_one_open on dispute (intent_id) where status = 'OPEN';

-- A provider has paid out what it collected, less what it charges.
create table settlement (
  id uuid primary key,
  provider text not null check (provider in ('NIUBIZ', 'PAGOEFECTIVO')),
  provider_ref text not null,
  collected bigint not null check (collected > 0),
  cost bigint not null check (cost >= 0 and cost <= collected),
  settled_on date not null,
  recorded_by text not null,
  created_at timestamptz not null,
  -- The credit that the bank stated for it.
  bank_money_id uuid unique references money_received,
  constraint settlement_once unique (provider, provider_ref)
);
create trigger settlement_kept before update or delete on settlement for each row execute function keep_record();

-- A settlement names the payments it pays out, and what the provider took back (a surplus: by a refund that was not owed
-- any more; charged back: a payment that had been given back before), line by line; with its cost they are the credit that
-- the bank stated.
create table settlement_line (
  settlement_id uuid not null references settlement,
  money_id uuid not null references money_received,
  kind text not null check (kind in ('collected', 'taken-back', 'surplus', 'charged-back')),
  -- Below zero: taken back.
  amount bigint not null check (amount <> 0 and (amount > 0) = (kind = 'collected')),
  -- Each is settled once.
  primary key (money_id, kind)
);
create index settlement_line_of_settlement on settlement_line (settlement_id);
create trigger settlement_line_kept before update or delete on settlement_line for each row execute function keep_record();

create function settlement_is_covered() returns trigger language plpgsql as $$
declare
  named bigint;
  stated bigint;
begin
  select coalesce(sum(amount), 0) into named from settlement_line where settlement_id = new.id;
  select amount into stated from money_received where id = new.bank_money_id;
  if named <> new.collected or stated is distinct from new.collected - new.cost then
    raise exception 'settlement % of % names % and its bank line %, at a cost of %',
      new.id, new.collected, named, stated, new.cost using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger settlement_covered after insert on settlement
  deferrable initially deferred for each row execute function settlement_is_covered();
