-- expand, for programs since 0018
-- One search at the desk. Names and documents are sealed, so people are found by keyed indexes of parts of them: of each
-- folded word and its beginnings, of a document and its ends. A row says nothing without the index key, and goes with its
-- person.
create table person_search (
  person_id uuid not null references person,
  kind text not null check (kind in ('name', 'document-end')),
  -- HMAC-SHA-256 with a key of its own for each kind.
  key text not null,
  -- Of a whole word or number: those come first.
  whole boolean not null,
  primary key (kind, key, person_id)
);
create index person_search_of on person_search (person_id);

-- Numbers that banks, providers and clients name are searched as they stand.
create index money_received_ref on money_received (provider_ref);
create index money_received_operation on money_received (operation) where operation is not null;
create index bank_line_operation on bank_line (operation);
create index voucher_operation on voucher (operation_number);
create index disbursement_order_ref on disbursement_order (provider_ref) where provider_ref is not null;
create index refund_ref on refund (provider_ref) where provider_ref is not null;
