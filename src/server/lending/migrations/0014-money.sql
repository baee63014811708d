-- Money that comes while a payment is given back stays where it is: a refund names the credits it sends back (domain
-- 2.11.2). Null: credit of a loan, or ordered before they were named.
alter table refund add column money_ids jsonb;

-- Banks count their operations anew: the same number on another day is another transfer.
alter table voucher drop constraint voucher_once;
alter table voucher add constraint voucher_once unique (bank_id, operation_number, paid_on);

-- Money that named one payment and was matched with another by a person is that other payment's from then on; what it
-- named at first stays on record.
alter table money_received add column matched_intent_id uuid references payment_intent;
create index money_received_of_matched_intent on money_received (matched_intent_id);
create or replace function keep_money_received() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'money_received is append-only';
  end if;
  if (to_jsonb(new) - 'operation' - 'loan_id' - 'intent_id' - 'matched_intent_id')
     is distinct from (to_jsonb(old) - 'operation' - 'loan_id' - 'intent_id' - 'matched_intent_id')
     or (old.operation is not null and new.operation is distinct from old.operation)
     or (old.loan_id is not null and new.loan_id is distinct from old.loan_id)
     or (old.intent_id is not null and new.intent_id is distinct from old.intent_id)
     or (old.matched_intent_id is not null and new.matched_intent_id is distinct from old.matched_intent_id) then
    raise exception 'a credit is never rewritten: it can only be told more about, once';
  end if;
  return new;
end
$$;
