-- An extension is bought once, by all the money of its quote (domain 2.12, decision 0110). Payments and the money that
-- bought name their quote; what became of a quote is reckoned from the facts of its loan and stored no more.

alter table payment_intent disable trigger payment_intent_kept;
-- Money that still comes for a quote that was decided is ordinary money of the loan.
update payment_intent set use = '{"kind": "ordinary"}'
from extension
where extension.id = payment_intent.subject_id and payment_intent.purpose = 'EXTENSION'
  and extension.status in ('ACTIVE', 'APPLIED_AS_PAYMENT');
update payment_intent set use = use || jsonb_build_object('quote', jsonb_build_object(
  'id', extension.id, 'priceCents', extension.price, 'validUntil', to_char(extension.valid_until, 'YYYY-MM-DD')))
from extension
where extension.id = payment_intent.subject_id and payment_intent.purpose = 'EXTENSION'
  and extension.status not in ('ACTIVE', 'APPLIED_AS_PAYMENT');
alter table payment_intent enable trigger payment_intent_kept;

-- The loan does with this money what it did before: it reached the price of its own day.
alter table loan_fact disable trigger loan_fact_kept;
update loan_fact set data = jsonb_set(data, '{use,quote}', jsonb_build_object(
  'id', extension.id, 'priceCents', extension.price, 'validUntil', to_char(extension.valid_until, 'YYYY-MM-DD')))
from extension
where extension.payment_id = loan_fact.id and extension.status = 'ACTIVE' and loan_fact.data #>> '{use,kind}' = 'extension';
alter table loan_fact enable trigger loan_fact_kept;

alter table extension drop column payment_id;
alter table extension drop column missing;
alter table extension drop constraint extension_status_check;
update extension set status = 'EXPIRED' where status = 'ACTIVE';
-- APPLIED_AS_PAYMENT is of before: the money that was too little does not name its quote.
alter table extension add constraint extension_status_check
  check (status in ('QUOTED', 'PAYMENT_PENDING', 'EXPIRED', 'APPLIED_AS_PAYMENT'));
