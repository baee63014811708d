import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#server/kit/tables.ts';
import { thingsOf } from './fraud-flag-store.ts';

/**
 * The open flags on a person, or on anything they have used, that no two colleagues knew of when they lent to them: until
 * people have decided, the person signs nothing and is paid out nothing (decision 0146).
 * @param personId an id, or in a query the column that holds it
 */
export function undecidedFlags(personId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select flag.id, flag.case_id, flag.flagged_at from fraud_flag flag
    where flag.lifted_at is null and flag.forgotten_at is null
      and (flag.person_id = ${personId} or (flag.kind, flag.mark) in (${thingsOf(personId)}))
      and not exists (select from fraud_flag_known known where known.flag_id = flag.id and known.person_id = ${personId})`;
}

export async function hasUndecidedFlag(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${undecidedFlags(personId)}) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Two colleagues lend to a person under these flags. */
export async function decideDespite(
  trx: Trx,
  personId: string,
  flags: readonly { readonly id: string }[],
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  if (flags.length === 0) return;
  await trx
    .insertInto('fraud_flag_known')
    .values(flags.map(({ id }) => ({ flag_id: id, person_id: personId, known_by: by, known_at: new Date(now) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
