-- What a code signs: the agreement, quote, plan or top-up that its message named. The code is good for that and nothing
-- else (decision 0132). Codes for other purposes, and those of before, name nothing.
alter table challenge add column subject text;
