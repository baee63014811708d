-- Requests about personal data by people who are no clients (decision 0129): under the master key, because there is no
-- person whose key it could be. The proof of identity goes with the answer.
create table visitor_data_request (
  id uuid primary key,
  kind text not null check (kind in ('ACCESS', 'PORTABILITY', 'RECTIFICATION', 'CANCELLATION', 'OPPOSITION')),
  asked_sealed text not null,
  identity_sealed text,
  identity_media_type text not null,
  status text not null check (status in ('RECEIVED', 'DONE', 'DENIED')),
  due_on date not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  answer_sealed text,
  check ((status = 'RECEIVED') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (answer_sealed is null)),
  check ((decided_at is null) = (identity_sealed is not null))
);
create index visitor_data_request_waiting on visitor_data_request (due_on) where status = 'RECEIVED';
