-- expand, for programs since 0027
-- How many facts of a loan were reversed when its papers were issued last: another one makes a corrected schedule. Loans
-- with a reversal are looked at once more.
alter table document_issue add column if not exists reversals int not null default 0;
