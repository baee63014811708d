-- expand, for programs since 0027
-- The day on which the bank has booked a credit, where its statement says it beside the value date: with the number it
-- is the same in every file, also when the bank has entered the value date later.
alter table bank_line add column booked_on date;
create unique index bank_line_booked_once on bank_line (bank, booked_on, bank_ref) where booked_on is not null;
