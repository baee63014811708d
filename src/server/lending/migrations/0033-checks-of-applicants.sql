-- expand, for programs since 0030
-- What somebody outside was asked about an applicant (identity, holder of the account, credit bureau): one row for each
-- time, also when there was no answer. Never changed; who is forgotten takes the answers with them.
create table external_check (
  id uuid primary key,
  application_id uuid not null references application,
  kind text not null check (kind in ('identity', 'account-holder', 'bureau')),
  -- HMAC of the whole question, and the key it was sent with: the same question is asked and paid once.
  question text not null check (question <> ''),
  provider text not null check (provider <> ''),
  -- The provider's number of the answer; null when there was none.
  reference text check (reference <> ''),
  answer_sealed text,
  business_date date not null,
  at timestamptz not null,
  check ((reference is null) = (answer_sealed is null))
);
create index external_check_of on external_check (application_id, at);
create unique index external_check_answered on external_check (question) where reference is not null;
create trigger external_check_kept before update or delete on external_check
  for each row execute function keep_record();
