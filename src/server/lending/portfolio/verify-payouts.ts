import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';

/**
 * Checks that money which the bank paid on our orders without its being owed is in an account of its own. Owed money is
 * checked with its loan and its refund.
 * @returns what is wrong
 */
export async function verifyPayouts(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ found: number; wanted: number }>`
    select
      (select coalesce(sum(amount), 0)::bigint from posting where account = 'payouts-to-recover') as found,
      (select coalesce(sum(amount), 0)::bigint from surplus_payout) as wanted`.execute(db);
  const [{ found, wanted } = { found: 0, wanted: 0 }] = rows;
  return found === wanted ? [] : [`payouts-to-recover holds ${found} and ${wanted} was paid without being owed`];
}
