-- expand, for programs since 0016
-- Words in front of a number are not part of it: `N° 123456`, `Op. 123456`. The program has the same rule, `operationKey`.
create or replace function operation_key(written text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(upper(regexp_replace(regexp_replace(written,
    '([0-9]{4})[.,]0+\s*$|[.,]0{1,2}\s*$', '\1'), '[^0-9A-Za-z]', '', 'g') collate "C"),
    '^(?:N|NO|NR|NRO|NUM|NUMERO|NMERO|DE|OP|OPE|OPER|OPERACION|OPERACIN|REF)+(?=[0-9])', ''), '^0+(?=.)', '')
$$;

-- Every day that a statement has named for the line, as its day of booking or its value date: a file with a single date may
-- name either.
alter table bank_line add column told_on date[] not null default '{}';

-- Two references of ours are two transfers, whatever their numbers.
drop index bank_line_once, bank_line_booked_once;
create unique index bank_line_once on bank_line (bank, operation, value_date, coalesce(reference, ''));
create unique index bank_line_booked_once on bank_line (bank, operation, booked_on, coalesce(reference, ''))
  where booked_on is not null;

-- The column is computed anew, unless two lines would be one: those are for `ledger verify`.
update bank_line set bank_ref = bank_ref
where operation <> operation_key(bank_ref) and not exists (
  select from bank_line other where other.bank = bank_line.bank and other.id <> bank_line.id
    and operation_key(other.bank_ref) = operation_key(bank_line.bank_ref));
