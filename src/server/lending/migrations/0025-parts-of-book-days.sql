-- expand, for programs since 0024
-- Parts of the days that have ended: losses by month of disbursement, and the steps of applications. They are written at
-- the close, of earlier days too, from records that no longer change. Céntimos.
create table book_vintage (
  date date not null references book_day,
  -- The first day of the month in which the loans were paid out.
  month date not null check (extract(day from month) = 1),
  -- What the bank paid out on the day, and what was lost on it, of these loans.
  disbursed bigint not null,
  lost bigint not null,
  primary key (date, month)
);
create trigger book_vintage_kept before update or delete on book_vintage for each row execute function keep_record();
create trigger book_vintage_not_emptied before truncate on book_vintage
  for each statement execute function keep_record();

-- Each step on each day, also where nothing happened: a day without rows has not been written yet.
create table book_stage (
  date date not null references book_day,
  stage text not null,
  -- Applications that reached it on the day for the first time, and those that stood in it at its end.
  reached integer not null check (reached >= 0),
  standing integer not null check (standing >= 0),
  primary key (date, stage)
);
create trigger book_stage_kept before update or delete on book_stage for each row execute function keep_record();
create trigger book_stage_not_emptied before truncate on book_stage for each statement execute function keep_record();
