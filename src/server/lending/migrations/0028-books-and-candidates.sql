-- expand, for programs since 0027
-- Debits and credits of each account on each day that has ended, from which a trial balance is added up: the ledger of
-- 20,000 loans has 4.7 million postings. They are written with the day, of earlier days too. Céntimos.
create table book_account (
  date date not null references book_day,
  account text not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  primary key (date, account)
);
create trigger book_account_kept before update or delete on book_account for each row execute function keep_record();
create trigger book_account_not_emptied before truncate on book_account
  for each statement execute function keep_record();

-- What loans owed at the end of each day, by how late they were. Days that ended before this table are computed. Céntimos.
create table book_bucket (
  date date not null references book_day,
  bucket text not null check (bucket in ('0', '1-30', '31-60', '61-90', '91+')),
  loans integer not null check (loans >= 0),
  principal bigint not null,
  interest bigint not null,
  fees bigint not null,
  igv bigint not null,
  moratory bigint not null,
  primary key (date, bucket)
);
create trigger book_bucket_kept before update or delete on book_bucket for each row execute function keep_record();
create trigger book_bucket_not_emptied before truncate on book_bucket
  for each statement execute function keep_record();

-- Whose unidentified money may be, by its amount.
create index payment_intent_of_amount on payment_intent (amount, id)
  where status in ('PENDING_CUSTOMER', 'UNKNOWN', 'IN_REVIEW', 'EXPIRED');
create index late_loan_of_overdue on late_loan (overdue, loan_id) where overdue > 0;

-- Of the next payment; null before the close that writes it first. Lists are filtered by it without computing each loan.
alter table late_loan add column next_due date;
