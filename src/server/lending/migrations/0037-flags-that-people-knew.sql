-- expand, for programs since 0027
-- Which open flags of fraud two colleagues knew of when they lent to somebody all the same. Any other stops a signature and
-- a payout (decision 0164). An older program does not ask.
create table fraud_flag_known (
  flag_id uuid not null references fraud_flag,
  person_id uuid not null references person,
  -- The second account: `operator:ana`.
  known_by text not null,
  known_at timestamptz not null,
  primary key (flag_id, person_id)
);
create index fraud_flag_known_of on fraud_flag_known (person_id);
create trigger fraud_flag_known_kept before update or delete on fraud_flag_known
  for each row execute function keep_record();

-- Where a payout was stopped for fraud and the client's review finds otherwise, the same application is signed again.
drop index agreement_current;
create unique index agreement_current on agreement (application_id) where voided_at is null and signed_at is null;
