-- Requests about personal data by people who are no clients (decision 0129): the same one waits once, and what was sent
-- ends. `asked_index` is a blind index of document and mailbox; requests of before have none.
alter table visitor_data_request add column asked_index text;
create unique index visitor_data_request_once on visitor_data_request (kind, asked_index) where status = 'RECEIVED';
-- The picture of a request that nobody answers ends as well, so it may be gone before the answer.
alter table visitor_data_request drop constraint visitor_data_request_check3;
alter table visitor_data_request add constraint visitor_data_request_identity
  check (decided_at is null or identity_sealed is null);
create index visitor_data_request_decided on visitor_data_request (decided_at) where status <> 'RECEIVED';
-- Letters to them are found again to be emptied.
create index outbox_to_visitors on outbox (created_at)
  where template in ('identity-visitor-data-received', 'identity-visitor-data-answer') and recipient <> '';
