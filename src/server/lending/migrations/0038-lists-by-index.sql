-- expand, for programs since 0027
-- What lists of staff, a loan's own orders and the figures for monitoring are read by: without these each of them read a
-- whole table for one page. On large tables they are made by hand before, `create index concurrently if not exists`.
create index if not exists loan_by_status on loan (status, id);
create index if not exists disbursement_order_of_loan on disbursement_order (loan_id, created_at, id);
create index if not exists disbursement_order_listed on disbursement_order (status, created_at, id);
create index if not exists refund_listed on refund (status, created_at, id);
create index if not exists application_by_stage on application (stage, id);
