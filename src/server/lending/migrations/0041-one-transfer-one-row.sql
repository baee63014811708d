-- expand, for programs since 0027
-- A transfer is one row however its number is written (domain P36): letters and digits count, without the zeros in front.
-- The program has the same rule, `operationKey`.
create function operation_key(written text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(regexp_replace(regexp_replace(written,
    '([0-9]{4})[.,]0+\s*$|[.,]0{1,2}\s*$', '\1'), '[^0-9A-Za-z]', '', 'g') collate "C"), '^0+(?=.)', '')
$$;
alter table bank_line
  add column operation text generated always as (operation_key(bank_ref)) stored,
  -- 0, but of a number that had been booked in several ways before this.
  add column copy int not null default 0,
  -- The day and the amount of the line with which the bank has taken this one back, or a part of it.
  add column taken_back_on date,
  add column taken_back bigint;
update bank_line set copy = numbered.copy from (
  select id, row_number() over (partition by bank, operation order by id) - 1 as copy,
    greatest(row_number() over (partition by bank, operation, value_date order by id),
      row_number() over (partition by bank, operation, coalesce(booked_on, value_date) order by id)) as nth
  from bank_line
) numbered where numbered.id = bank_line.id and nth > 1;
alter table bank_line drop constraint bank_line_once;
drop index bank_line_booked_once;
create unique index bank_line_once on bank_line (bank, operation, value_date, copy);
create unique index bank_line_booked_once on bank_line (bank, operation, booked_on, copy) where booked_on is not null;

-- A payment that was charged back after it had been given back went out twice: that is to be recovered, and a provider takes
-- it off in a settlement by a line of its own.
alter table surplus_payout drop constraint surplus_payout_kind_check, add constraint surplus_payout_kind_check
  check (kind in ('disbursement', 'refund', 'chargeback'));
alter table settlement_line drop constraint settlement_line_kind_check, add constraint settlement_line_kind_check
  check (kind in ('collected', 'taken-back', 'surplus', 'charged-back'));
