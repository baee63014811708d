import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';

const BATCH = 500;

/**
 * Wraps the keys of people that an older master key has wrapped with the newest one (decision 0123), so that the
 * older one does not open anything of a later dump. A key that changes meanwhile, or is destroyed, stays as it is then.
 * @returns how many were wrapped anew, and of how many people
 */
export async function rewrapKeys(
  db: Kysely<Tables>,
  vault: Vault,
): Promise<{ readonly rewrapped: number; readonly people: number }> {
  let [rewrapped, people, last] = [0, 0, ''];
  for (;;) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'data_key'])
      .where('data_key', 'is not', null)
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, data_key: wrapped } of rows) {
      last = id;
      people += 1;
      const fresh = vault.rewrap(wrapped ?? '');
      if (fresh === wrapped) continue;
      const { numUpdatedRows } = await db
        .updateTable('person')
        .set({ data_key: fresh })
        .where('id', '=', id)
        .where('data_key', '=', wrapped)
        .executeTakeFirst();
      rewrapped += Number(numUpdatedRows);
    }
    if (rows.length < BATCH) return { rewrapped, people };
  }
}
