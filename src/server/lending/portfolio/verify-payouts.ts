import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/**
 * Checks that all money the bank has paid on our orders has left the books: a refund as a fact of its loan or with its
 * payment, what was not owed in an account of its own. Orders of loans are checked with their loan.
 * @returns what is wrong, each naming the refund
 */
export async function verifyPayouts(db: Kysely<Tables>): Promise<string[]> {
  return [...(await unbookedRefunds(db)), ...(await surplusDifference(db))];
}

async function unbookedRefunds(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    select refund.id, refund.status from refund
    left join loan_fact on loan_fact.id = coalesce(refund.booked_as, refund.id) and loan_fact.kind = 'refund'
      and loan_fact.loan_id = refund.loan_id and loan_fact.reversed_on is null
      and (loan_fact.data ->> 'amountCents')::bigint = refund.amount
    left join payment_intent on payment_intent.id = refund.intent_id and payment_intent.status = 'REFUNDED'
    left join surplus_payout on surplus_payout.id = refund.id and surplus_payout.amount = refund.amount
    where case refund.status
      when 'PAID' then (loan_fact.id is not null)::int + (payment_intent.id is not null and surplus_payout.id is null)::int
        + (surplus_payout.id is not null)::int <> 1
      when 'REJECTED' then loan_fact.id is not null
      else refund.kind = 'CREDIT' and loan_fact.id is null end
    order by refund.id`.execute(db);
  return rows.map(({ id, status }) => `refund ${id} is ${status} and the books do not say so exactly once`);
}

async function surplusDifference(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ found: number; wanted: number }>`
    select
      (select coalesce(sum(amount), 0)::bigint from posting where account = 'payouts-to-recover') as found,
      (select coalesce(sum(amount), 0)::bigint from surplus_payout) as wanted`.execute(db);
  const [{ found, wanted } = { found: 0, wanted: 0 }] = rows;
  return found === wanted ? [] : [`payouts-to-recover holds ${found} and ${wanted} was paid without being owed`];
}
