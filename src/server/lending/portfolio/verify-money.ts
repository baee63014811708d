import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/**
 * Checks that every credit is in the ledger once and in full (invariant P15): as a fact of its loan, or as unidentified
 * money, whose account holds exactly that sum; that no payment is SUCCEEDED without money; and that what goes back of a
 * payment is in the books and never more than what came, that settlements name what they pay out, and that
 * no message of a provider was dropped (decision 0108).
 * @returns what is wrong, each naming the credit or payment
 */
export async function verifyMoney(db: Kysely<Tables>): Promise<string[]> {
  return [
    ...(await lostCredits(db)),
    ...(await unappliedDifference(db)),
    ...(await emptySuccesses(db)),
    ...(await moneyBack(db)),
    ...(await settlements(db)),
    ...(await droppedMessages(db)),
  ];
}

async function lostCredits(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select money_received.id from money_received
    left join loan_fact on loan_fact.id = money_received.id and loan_fact.kind = 'payment'
      and loan_fact.loan_id = money_received.loan_id
      and (loan_fact.data ->> 'amountCents')::bigint = money_received.amount
      and loan_fact.date = money_received.value_date
    left join unapplied on unapplied.id = money_received.id and unapplied.status <> 'MATCHED'
    where (loan_fact.id is null) = (unapplied.id is null)
    order by money_received.id`.execute(db);
  return rows.map(({ id }) => `credit ${id} is not in the books exactly once`);
}

async function unappliedDifference(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ found: number; wanted: number }>`
    select
      (select coalesce(sum(-amount), 0)::bigint from posting where account = 'unapplied-funds') as found,
      (select coalesce(sum(money_received.amount), 0)::bigint from unapplied
        join money_received on money_received.id = unapplied.id where unapplied.status = 'OPEN') as wanted`.execute(db);
  const [{ found, wanted } = { found: 0, wanted: 0 }] = rows;
  return found === wanted ? [] : [`unapplied-funds holds ${found} and ${wanted} is nobody's`];
}

async function emptySuccesses(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_intent')
    .select('id')
    .where('status', 'in', ['SUCCEEDED', 'REFUND_PENDING', 'REFUNDED', 'DISPUTED', 'REVERSED'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('money_received')
            .select('id')
            .where((of) =>
              of.or([
                of('intent_id', '=', of.ref('payment_intent.id')),
                of('matched_intent_id', '=', of.ref('payment_intent.id')),
              ]),
            ),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => `payment ${id} succeeded without money`);
}

async function moneyBack(db: Kysely<Tables>): Promise<string[]> {
  return [
    ...(await unnamedRefunds(db)),
    ...(await unsentCredit(db)),
    ...(await overReturned(db)),
    ...(await unbookedRefunds(db)),
  ];
}

/** A refund is the sum of what it takes of payments of its loan. */
async function unnamedRefunds(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string; amount: number; named: number }>`
    select refund.id, refund.amount, coalesce(sum(refund_part.amount) filter (where loan_fact.id is not null), 0)::bigint as named
    from refund
    left join refund_part on refund_part.refund_id = refund.id
    left join loan_fact on loan_fact.id = refund_part.payment_id and loan_fact.loan_id = refund.loan_id
      and loan_fact.kind = 'payment'
    group by refund.id
    having refund.amount <> coalesce(sum(refund_part.amount) filter (where loan_fact.id is not null), 0)
    order by refund.id`.execute(db);
  return rows.map(({ id, amount, named }) => `refund ${id} gives back ${amount} and names payments for ${named}`);
}

/** Credit that left a loan without an order that sends it. */
async function unsentCredit(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select loan_fact.id from loan_fact
    where loan_fact.kind = 'refund' and loan_fact.reversed_on is null
      and not exists (select from refund_part where coalesce(refund_part.booked_as, refund_part.id) = loan_fact.id)
    order by loan_fact.id`.execute(db);
  return rows.map(({ id }) => `credit ${id} has left its loan and nothing sends it`);
}

async function overReturned(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string; received: number; returned: number }>`
    select loan_fact.id, (loan_fact.data ->> 'amountCents')::bigint as received,
      sum(refund_part.amount)::bigint as returned
    from loan_fact
    join refund_part on refund_part.payment_id = loan_fact.id
    join refund on refund.id = refund_part.refund_id and refund.status <> 'REJECTED'
      and not exists (select from surplus_payout where surplus_payout.id = refund.id)
    group by loan_fact.id
    having sum(refund_part.amount) > (loan_fact.data ->> 'amountCents')::bigint
    order by loan_fact.id`.execute(db);
  return rows.map(({ id, received, returned }) => `payment ${id} was ${received} and ${returned} of it went back`);
}

/**
 * Credit leaves its loan when it is ordered and comes back when it is refused; of a payment that was given back it went
 * with the payment. Before the parts were kept, credit of several payments was one fact, that of the first part. A payment
 * that was given back is reversed. What was paid without being owed is in no loan's books.
 */
async function unbookedRefunds(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select refund.id
    from refund
    join refund_part part on part.refund_id = refund.id
    join loan_fact payment on payment.id = part.payment_id
    left join loan_fact credit on credit.id = coalesce(part.booked_as, part.id) and credit.kind = 'refund'
      and credit.loan_id = refund.loan_id
    left join surplus_payout surplus on surplus.id = refund.id
    group by refund.id, surplus.id
    having case
      when surplus.id is not null and (refund.status <> 'PAID' or refund.amount <> surplus.amount) then true
      when refund.kind = 'PAYMENT' then refund.status = 'PAID' and surplus.id is null and bool_or(payment.reversed_on is null)
      else coalesce(sum((credit.data ->> 'amountCents')::bigint), 0) <> refund.amount or case
        when refund.status = 'REJECTED' or surplus.id is not null then bool_or(credit.id is not null and credit.reversed_on is null)
        else bool_or(credit.reversed_on is not null and payment.reversed_on is null) end
    end
    order by refund.id`.execute(db);
  return rows.map(({ id }) => `refund ${id} is not in the books of its loan`);
}

async function settlements(db: Kysely<Tables>): Promise<string[]> {
  return [...(await uncoveredSettlements(db)), ...(await wrongSettlementLines(db)), ...(await clearingDifference(db))];
}

/** A settlement is the sum of its lines, and the bank's credit with its cost; and it has its journal. */
async function uncoveredSettlements(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select settlement.id from settlement
    left join lateral (
      select sum(amount) as amount from settlement_line where settlement_id = settlement.id
    ) line on true
    left join money_received credit on credit.id = settlement.bank_money_id and credit.provider = 'BANK'
    left join unapplied on unapplied.id = credit.id and unapplied.status = 'SETTLED'
    left join lateral (
      select -sum(posting.amount) as amount from journal
      join posting on posting.journal_id = journal.id and posting.account = 'psp-clearing'
      where journal.kind = 'provider-settled' and journal.ref = settlement.id::text
    ) booked on true
    where unapplied.id is null
      or settlement.collected is distinct from line.amount
      or settlement.collected is distinct from booked.amount
      or settlement.collected - settlement.cost <> credit.amount
    order by settlement.id`.execute(db);
  return rows.map(({ id }) => `settlement ${id} is not what it names, its bank credit and its journal say`);
}

/** A line is a credit its provider collected, or one it took back, in full. */
async function wrongSettlementLines(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ settlement_id: string; money_id: string }>`
    select settlement_line.settlement_id, settlement_line.money_id from settlement_line
    join settlement on settlement.id = settlement_line.settlement_id
    join money_received money on money.id = settlement_line.money_id
    left join loan_fact fact on fact.id = money.id and fact.kind = 'payment'
    left join refund_part part on part.payment_id = money.id and exists (
      select from refund where refund.id = part.refund_id and refund.kind = 'PAYMENT' and refund.status = 'PAID'
        and not exists (select from surplus_payout where surplus_payout.id = refund.id))
    where money.provider <> settlement.provider or money.into_account <> 'psp-clearing' or case
      when settlement_line.kind = 'collected' then settlement_line.amount <> money.amount
      when settlement_line.kind = 'surplus' then not exists (
        select from refund_part surplus join refund on refund.id = surplus.refund_id and refund.order_id is null
        join surplus_payout on surplus_payout.id = refund.id
        where surplus.payment_id = money.id and surplus.amount = -settlement_line.amount)
      when settlement_line.kind = 'charged-back' then not exists (
        select from surplus_payout where id = money.id and amount = -settlement_line.amount)
      else fact.reversed_on is null or -settlement_line.amount <> coalesce(part.amount, money.amount) end
    order by 1, 2`.execute(db);
  return rows.map((row) => `settlement ${row.settlement_id} names ${row.money_id}, which is not that money`);
}

/**
 * Compares the clearing account with what providers owe us by the facts of loans: what they collected and no settlement
 * has paid out, less what they gave back themselves (a card's refund, a chargeback, also one after a refund, a refund
 * that was not owed) and no settlement has taken off.
 */
async function clearingDifference(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ found: number; wanted: number }>`
    with collected as (
      select id, (data ->> 'amountCents')::bigint as amount, reversed_on is not null as is_back
      from loan_fact where kind = 'payment' and data ->> 'into' = 'psp-clearing'
      union all
      select id, amount, false from money_received where into_account = 'psp-clearing' and loan_id is null
    ), moved as (
      select collected.id, 'collected' as kind, collected.amount from collected
      union all
      select collected.id, 'taken-back', -coalesce(part.amount, collected.amount) from collected
      left join (select refund_part.payment_id, refund_part.amount, refund.order_id from refund_part
        join refund on refund.id = refund_part.refund_id and refund.kind = 'PAYMENT' and refund.status = 'PAID'
          and not exists (select from surplus_payout where surplus_payout.id = refund.id)
      ) part on part.payment_id = collected.id
      where collected.is_back and part.order_id is null
      union all
      select coalesce(part.payment_id, surplus.id), 'surplus', -coalesce(part.amount, surplus.amount)
      from surplus_payout surplus
      join refund on refund.id = surplus.id and refund.order_id is null
      left join refund_part part on part.refund_id = refund.id
      union all
      select money.id, 'charged-back', -money.amount
      from surplus_payout join money_received money on money.id = surplus_payout.id and into_account = 'psp-clearing'
    )
    select
      (select coalesce(sum(amount), 0)::bigint from posting where account = 'psp-clearing') as found,
      coalesce(sum(moved.amount), 0)::bigint as wanted
    from moved
    where not exists (select from settlement_line line where line.money_id = moved.id and line.kind = moved.kind)`.execute(
    db,
  );
  const [{ found, wanted } = { found: 0, wanted: 0 }] = rows;
  return found === wanted ? [] : [`psp-clearing is ${found} and providers owe ${wanted}`];
}

/** A message about a payment is money of its number and amount, or somebody was asked about the difference. */
async function droppedMessages(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with message as materialized (
      select id, provider, convert_from(body, 'UTF8')::jsonb as body from webhook_inbox
      where result in ('booked', 'unapplied', 'known')
    ), told as (
      select id, provider, trim(body -> 'data' ->> 'cip') as code, trim(body ->> 'operationNumber') as operation,
        ((body -> 'data' ->> 'amount')::numeric * 100)::bigint as amount
      from message
    )
    select told.id from told
    where not exists (
      select from money_received money
      where money.provider = told.provider and operation_key(money.provider_ref) = operation_key(told.code)
        and (operation_key(money.operation) = operation_key(told.operation) or money.operation is null
          or coalesce(told.operation, '') = '')
        and (money.amount = told.amount or exists (
          select from staff_task
          where staff_task.subject = 'money:' || money.id and staff_task.kind = 'amounts-differ'))
    ) and not exists (
      select from money_received money join staff_task on staff_task.kind = 'payment-not-told'
        and staff_task.subject in ('money:' || money.id, 'payment:' || money.intent_id)
      where money.provider = told.provider and operation_key(money.provider_ref) = operation_key(told.code)
        and coalesce(told.operation, '') = ''
    )
    order by told.id`.execute(db);
  return rows.map(({ id }) => `message ${id} is neither money nor a task`);
}
