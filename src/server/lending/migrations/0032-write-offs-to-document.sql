-- expand, for programs since 0018
-- A loan that was written off owes documents of that month's late interest at the end of the month, and programs before
-- this one did not look again: each has its turn once more.
update tax_watch set due_on = off.date
  from loan_fact off
  where off.loan_id = tax_watch.loan_id and off.kind = 'write-off' and off.reversed_on is null
    and tax_watch.due_on is null;
