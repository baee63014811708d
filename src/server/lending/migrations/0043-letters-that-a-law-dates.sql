-- expand, for programs since 0027
-- A letter that a law gives a date is given up by a task: about whom or what it was, never personal data.
alter table outbox add column owed_about text;
