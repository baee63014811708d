-- expand, for programs since 0016
-- The business on each day that has ended, from which history is shown without reckoning it again (decision 0142). A day is
-- written once nothing can be entered at it any more, so that its row is true for ever. Céntimos.
create table book_day (
  date date primary key,
  -- Loans that owe something, and those of them whose payment is late.
  loans integer not null check (loans >= 0),
  late_loans integer not null check (late_loans between 0 and loans),
  -- The balances of the control accounts at its end.
  principal bigint not null,
  interest bigint not null,
  fees bigint not null,
  igv bigint not null,
  moratory bigint not null,
  -- Of the principal: what belongs to loans that are late by 1, 31, 61 and 91 days or more.
  late_1 bigint not null,
  late_31 bigint not null check (late_31 <= late_1),
  late_61 bigint not null check (late_61 <= late_31),
  late_91 bigint not null check (late_91 <= late_61),
  -- Movements of the day.
  due bigint not null,
  collected bigint not null,
  disbursed bigint not null,
  earned bigint not null,
  lost bigint not null,
  -- Money at its end that is nobody's yet.
  unapplied bigint not null,
  recorded_at timestamptz not null
);
create trigger book_day_kept before update or delete on book_day for each row execute function keep_record();
create trigger book_day_not_emptied before truncate on book_day for each statement execute function keep_record();
