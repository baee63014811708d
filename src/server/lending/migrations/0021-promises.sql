-- expand, for programs since 0020
-- What a client says they will pay and until when. It changes nothing of what is owed: only reminders rest meanwhile.
create table payment_promise (
  id uuid primary key,
  loan_id uuid not null references loan,
  person_id uuid not null references person,
  amount bigint not null check (amount > 0),
  -- The last day on which the money is in time.
  due_on date not null check (due_on >= made_on),
  made_on date not null,
  made_at timestamptz not null,
  -- The client in their own area, or the colleague who spoke with them.
  made_by text not null check (made_by <> ''),
  -- Payments that the loan had before it do not count towards it.
  facts_before bigint not null,
  -- By what was really paid; it may be corrected when money becomes known late or is taken back.
  status text not null default 'OPEN' check (status in ('OPEN', 'KEPT', 'BROKEN', 'REPLACED')),
  paid bigint not null default 0 check (paid >= 0),
  decided_on date,
  check ((status = 'OPEN') = (decided_on is null))
);
create unique index payment_promise_open on payment_promise (loan_id) where status = 'OPEN';
create index payment_promise_of_loan on payment_promise (loan_id, id);
create index payment_promise_due on payment_promise (due_on) where status = 'OPEN';

create function keep_payment_promise() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a promise is never deleted';
  end if;
  if (to_jsonb(new) - '{status,paid,decided_on}'::text[]) is distinct from
     (to_jsonb(old) - '{status,paid,decided_on}'::text[]) then
    raise exception 'what was promised is never rewritten';
  end if;
  if old.status <> 'OPEN' and new.status = 'OPEN' then
    raise exception 'a promise that is decided is not open again';
  end if;
  return new;
end
$$;
create trigger payment_promise_kept before update or delete on payment_promise
  for each row execute function keep_payment_promise();
create trigger payment_promise_not_emptied before truncate on payment_promise
  for each statement execute function keep_record();

-- What came of a call or visit that was allowed; once for each.
create table contact_outcome (
  attempt_id uuid primary key references contact_attempt,
  outcome text not null check (outcome in ('NO_ANSWER', 'PROMISED', 'REFUSES', 'WRONG_NUMBER')),
  -- By the client's own key: unreadable once they are erased.
  note_sealed text,
  promise_id uuid unique references payment_promise,
  at timestamptz not null,
  actor text not null check (actor <> ''),
  check ((outcome = 'PROMISED') = (promise_id is not null))
);
create trigger contact_outcome_kept before update or delete on contact_outcome
  for each row execute function keep_record();
create index contact_attempt_of_loan on contact_attempt (loan_id, id);

-- Loans that are late, for the worklist of collections: derived from the loan's facts, written when they change and at
-- the close of each day.
create table late_loan (
  loan_id uuid primary key references loan,
  -- The due date from which its days late count; null while it is not late.
  late_since date,
  overdue bigint not null check (overdue >= 0),
  as_of date not null
);
create index late_loan_since on late_loan (late_since, loan_id) where late_since is not null;
