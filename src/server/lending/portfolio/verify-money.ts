import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/**
 * Checks that every credit is in the ledger once and in full (invariant P15): as a fact of its loan, or as unidentified
 * money, whose account holds exactly that sum; and that no payment is SUCCEEDED without money.
 * @returns what is wrong, each naming the credit or payment
 */
export async function verifyMoney(db: Kysely<Tables>): Promise<string[]> {
  return [...(await lostCredits(db)), ...(await unappliedDifference(db)), ...(await emptySuccesses(db))];
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
