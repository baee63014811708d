-- What goes back of a payment, céntimo by céntimo (decision 0108): a refund names the payments it takes from and how much
-- of each, and all refunds that were not refused together never take more than came in.
create table refund_part (
  -- Of credit that goes back: the loan's fact of it.
  id uuid primary key,
  refund_id uuid not null references refund,
  -- The payment, as its loan's fact.
  payment_id uuid not null references loan_fact,
  amount bigint not null check (amount > 0),
  -- Of credit that the bank had refused to send and paid all the same: the loan's fact that says so. Null: the part's own.
  booked_as uuid,
  constraint refund_part_once unique (refund_id, payment_id)
);
create index refund_part_of_payment on refund_part (payment_id);

-- Refunds of before: payments in whole; credit out of the newest money that was there and had not gone back yet. Credit
-- that was refused took nothing: what went back after it was left then.
insert into refund_part (id, refund_id, payment_id, amount)
select gen_random_uuid(), refund.id, loan_fact.id, (loan_fact.data ->> 'amountCents')::bigint
from refund
join money_received on coalesce(money_received.matched_intent_id, money_received.intent_id) = refund.intent_id
join loan_fact on loan_fact.id = money_received.id and loan_fact.loan_id = refund.loan_id
where refund.kind = 'PAYMENT' and case
  when refund.money_ids is null then money_received.received_at <= refund.created_at
  else refund.money_ids ? money_received.id::text end;

do $$
declare
  credit record;
  payment record;
  rest bigint;
  part bigint;
begin
  for credit in select * from refund where kind = 'CREDIT' order by created_at, id loop
    rest := credit.amount;
    for payment in
      select loan_fact.id, (data ->> 'amountCents')::bigint - coalesce((
        select sum(earlier.amount) from refund_part earlier join refund on refund.id = earlier.refund_id
        where earlier.payment_id = loan_fact.id and refund.status <> 'REJECTED'
          and (credit.status <> 'REJECTED' or refund.created_at < credit.created_at)), 0) as left_over
      from loan_fact
      where loan_id = credit.loan_id and kind = 'payment' and recorded_at <= credit.created_at
      order by date desc, position desc
    loop
      part := least(rest, payment.left_over);
      continue when part <= 0;
      insert into refund_part (id, refund_id, payment_id, amount)
      values (case when rest = credit.amount then credit.id else gen_random_uuid() end, credit.id, payment.id, part);
      rest := rest - part;
    end loop;
  end loop;
end
$$;
alter table refund drop column money_ids;

-- Every writer holds the lock of the loan, so the sum that is read here is the sum that is committed.
create function refund_part_fits() returns trigger language plpgsql as $$
declare
  received bigint;
  given_back bigint;
begin
  select (data ->> 'amountCents')::bigint into received from loan_fact where id = new.payment_id and kind = 'payment';
  select coalesce(sum(part.amount), 0) into given_back
  from refund_part part join refund on refund.id = part.refund_id
  where part.payment_id = new.payment_id and refund.status <> 'REJECTED'
    and not exists (select from surplus_payout where surplus_payout.id = refund.id);
  if received is null or given_back > received then
    raise exception 'payment % gives back % and was %', new.payment_id, given_back, received
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refund_part_fits after insert on refund_part for each row execute function refund_part_fits();
create trigger refund_part_kept before update of id, refund_id, payment_id, amount or delete on refund_part
  for each row execute function keep_record();

-- A settlement names the payments it pays out, and what the provider took back (a surplus: by a refund that was not owed
-- any more), line by line; with its cost they are the
-- credit that the bank stated. Settlements of before name none: `ledger verify` says so.
alter table settlement add column bank_money_id uuid unique references money_received;
create table settlement_line (
  settlement_id uuid not null references settlement,
  money_id uuid not null references money_received,
  kind text not null check (kind in ('collected', 'taken-back', 'surplus')),
  -- Below zero: taken back.
  amount bigint not null check (amount <> 0 and (amount > 0) = (kind = 'collected')),
  -- Each is settled once.
  primary key (money_id, kind)
);
create index settlement_line_of_settlement on settlement_line (settlement_id);
create trigger settlement_line_kept before update or delete on settlement_line for each row execute function keep_record();

create function settlement_is_covered() returns trigger language plpgsql as $$
declare
  named bigint;
  stated bigint;
begin
  select coalesce(sum(amount), 0) into named from settlement_line where settlement_id = new.id;
  select amount into stated from money_received where id = new.bank_money_id;
  if named <> new.collected or stated is distinct from new.collected - new.cost then
    raise exception 'settlement % of % names % and its bank line %, at a cost of %',
      new.id, new.collected, named, stated, new.cost using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger settlement_covered after insert on settlement
  deferrable initially deferred for each row execute function settlement_is_covered();

-- The line of the bank that a provider paid out is no client's money.
alter table unapplied drop constraint unapplied_status_check;
alter table unapplied add constraint unapplied_status_check
  check (status in ('OPEN', 'MATCHED', 'RETURNED', 'SETTLED'));
