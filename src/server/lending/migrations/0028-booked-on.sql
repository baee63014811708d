-- expand, for programs since 0027
-- The date of a journal in the lender's books (decision 0142): its own, or a later one where its loan, or what is of no
-- loan, has been booked further already. Null: its own. A payout that becomes known days later earns from its value date,
-- and the days it earned are entered into the books on the day it became known: a closed day never changes.
alter table journal add column booked_on date;

create function date_journal() returns trigger language plpgsql as $$
begin
  select nullif(greatest(coalesce(earlier.booked_on, earlier.business_date), new.business_date), new.business_date)
    into new.booked_on
  from journal earlier where earlier.chain = new.chain and earlier.position = new.position - 1;
  return new;
end
$$;
create trigger journal_dated before insert on journal for each row execute function date_journal();

-- What is there is dated as it would have been.
alter table journal disable trigger journal_kept;
update journal set booked_on = dated.booked_on
from (
  select id, max(business_date) over (partition by chain order by position) as booked_on from journal
) dated
where dated.id = journal.id and dated.booked_on > journal.business_date;
alter table journal enable trigger journal_kept;

create index if not exists journal_booked on journal ((coalesce(booked_on, business_date)), id);
