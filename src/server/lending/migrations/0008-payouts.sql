-- Money on its way out: orders, their archive and batches (domain 2.16).

-- Money on its way out, written in the transaction that decides it and sent by the dispatcher. The id is the provider's
-- idempotency key: sending it twice pays once.
create table disbursement_order (
  id uuid primary key,
  loan_id uuid not null references loan,
  purpose text not null check (purpose in ('loan', 'top-up')),
  amount bigint not null check (amount > 0),
  -- The client's bank account, sealed.
  destination_sealed text not null,
  status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'CONFIRMED', 'REJECTED', 'CANCELLED')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  provider_ref text,
  value_date date,
  reason text,
  ordered_on date not null,
  ended_on date,
  created_at timestamptz not null
);
create index disbursement_order_due on disbursement_order (next_attempt_at) where status in ('QUEUED', 'SENDING', 'SENT');
create unique index disbursement_order_one_open on disbursement_order (loan_id) where status in ('QUEUED', 'SENDING', 'SENT');
create index disbursement_order_of_loan on disbursement_order (loan_id, created_at, id);
create index disbursement_order_listed on disbursement_order (status, created_at, id);

-- Which archive of payment orders belongs to this database (decision 0106). The newest row counts: payouts go out only from
-- a process whose archive and whose database are the ones named there. Rows are never changed.
create table payout_archive (
  position int primary key check (position > 0),
  -- The name that lies in the archive itself.
  archive text not null,
  -- This database as the server knows it: a copy that was restored is another one.
  database text not null,
  -- Orders in the archive that these books did not know as sent, and that the person has seen.
  accepted_orders jsonb not null,
  confirmed_by text not null,
  reason text not null,
  created_at timestamptz not null
);
create trigger payout_archive_kept before update or delete on payout_archive
  for each row execute function keep_record();

-- Money that a bank paid although nothing was owed any more: an order that had been refused, whose loan was paid out by
-- another one since. In the ledger it is in `payouts-to-recover` until it has come back.
create table surplus_payout (
  -- Of the order or refund.
  id uuid primary key,
  kind text not null check (kind in ('disbursement', 'refund', 'chargeback')),
  loan_id uuid not null references loan,
  amount bigint not null check (amount > 0),
  provider_ref text not null,
  value_date date not null,
  recorded_on date not null,
  created_at timestamptz not null
);
create trigger surplus_payout_kept before update or delete on surplus_payout
  for each row execute function keep_record();

-- The payment orders of a day in one file: which orders people have looked at, and what of them went.
create table payout_batch (
  -- Its day and a part that no other batch has: also the name of its file.
  id text primary key check (id ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{8}$'),
  business_date date not null,
  -- RELEASED: people have said that it goes, and it is on its way into its file.
  status text not null check (status in ('MADE', 'RELEASED', 'SENT', 'WITHDRAWN')),
  made_by text not null,
  made_at timestamptz not null,
  released_by text,
  released_at timestamptz,
  sent_at timestamptz,
  withdrawn_by text,
  reason text,
  check ((released_by is not null) = (status in ('RELEASED', 'SENT'))),
  check ((sent_at is not null) = (status = 'SENT')),
  check ((withdrawn_by is not null) = (status = 'WITHDRAWN'))
);
create unique index payout_batch_once_a_day on payout_batch (business_date) where status <> 'WITHDRAWN';
create unique index payout_batch_one_at_a_time on payout_batch ((true)) where status in ('MADE', 'RELEASED');

create function keep_payout_batch() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'a batch of payments is never deleted: withdraw it';
  end if;
  if (old.status, new.status) not in (('MADE', 'RELEASED'), ('MADE', 'WITHDRAWN'), ('RELEASED', 'SENT')) then
    raise exception 'a batch goes from MADE to RELEASED and SENT, or is WITHDRAWN before it is released';
  end if;
  if (new.id, new.business_date, new.made_by, new.made_at)
     is distinct from (old.id, old.business_date, old.made_by, old.made_at) then
    raise exception 'what a batch was made of never changes';
  end if;
  return new;
end
$$;
create trigger payout_batch_kept before update or delete on payout_batch
  for each row execute function keep_payout_batch();

create table payout_batch_item (
  batch_id text not null references payout_batch,
  position int not null,
  order_id uuid not null,
  kind text not null check (kind in ('disbursement', 'refund')),
  amount bigint not null check (amount > 0),
  -- IN: in the file. OUT: it waits for another batch or has ended. BEFORE: the archive knew it as sent.
  outcome text check (outcome in ('IN', 'OUT', 'BEFORE')),
  reason text,
  primary key (batch_id, position),
  unique (batch_id, order_id)
);
create index payout_batch_item_of_order on payout_batch_item (order_id);

create function keep_payout_batch_item() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'an item of a batch is never deleted';
  end if;
  if (to_jsonb(new) - 'outcome' - 'reason') is distinct from (to_jsonb(old) - 'outcome' - 'reason')
     or (old.outcome is not null and (old.outcome, new.outcome) <> ('IN', 'BEFORE')) then
    raise exception 'an item of a batch says once what became of it';
  end if;
  if (select status from payout_batch where id = new.batch_id) <> 'RELEASED' then
    raise exception 'nothing becomes of an item before its batch is released';
  end if;
  return new;
end
$$;
create trigger payout_batch_item_kept before update or delete on payout_batch_item
  for each row execute function keep_payout_batch_item();
