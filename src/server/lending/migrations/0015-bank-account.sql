-- Accounts that clients have named in their settings: where their money goes from then on (domain 2.8). The newest
-- counts, and for its first day nothing is sent there. Rows are never changed: whoever looks into a theft needs them.
create table bank_account (
  id uuid primary key,
  person_id uuid not null references person,
  account_sealed text not null,
  usable_at timestamptz not null,
  created_at timestamptz not null,
  check (usable_at > created_at)
);
create index bank_account_of_person on bank_account (person_id, created_at desc);
create trigger bank_account_kept before update or delete on bank_account
  for each row execute function keep_record();

-- Money that goes back to such an account, and not to the one the loan was paid out to.
alter table refund add column bank_account_id uuid references bank_account;
