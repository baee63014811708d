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
  kind text not null check (kind in ('disbursement', 'refund')),
  loan_id uuid not null references loan,
  amount bigint not null check (amount > 0),
  provider_ref text not null,
  value_date date not null,
  recorded_on date not null,
  created_at timestamptz not null
);
create trigger surplus_payout_kept before update or delete on surplus_payout
  for each row execute function keep_record();
