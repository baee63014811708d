import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { RetentionPolicy } from '#server/lending/parameters/policies.ts';

const BATCH = 200;
const DAY_MS = 86_400_000;

/**
 * Ends the papers of applications that came to nothing (decision 0124): files, what was written and answered, and what
 * the browser told of itself, so many days after the client left it or was refused. What became of it and why stays. A
 * refusal for fraud keeps its papers, which are the evidence, while its flag is open.
 * @param now the lender's instant
 * @returns how many applications; safe to repeat
 */
export async function endPapers(
  db: Kysely<Tables>,
  { abandonedApplicationDays, refusedApplicationDays, fraudFlagDays }: RetentionPolicy,
  now: number,
): Promise<number> {
  const before = (days: number) => new Date(now - days * DAY_MS);
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('application')
      .select('id')
      .where('purged_at', 'is', null)
      // An application that became a loan is part of the loan's file.
      .where('loan_id', 'is', null)
      .where('stage', 'in', ['CANCELLED', 'EXPIRED', 'REJECTED'])
      .where((of) =>
        of.or([
          of.and([of('stage', '!=', 'REJECTED'), of('stage_since', '<=', before(abandonedApplicationDays))]),
          of.and([
            of('stage', '=', 'REJECTED'),
            of('stage_since', '<=', before(refusedApplicationDays)),
            of.or([of.not(isUnderFlag), of('stage_since', '<=', before(fraudFlagDays))]),
          ]),
        ]),
      )
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await trx
      .updateTable('application_step')
      .set({ draft_sealed: null, data_sealed: null, completed_at: null })
      .where('application_id', 'in', ids)
      .execute();
    await trx
      .updateTable('application_document')
      .set({ bytes_sealed: null })
      .where('application_id', 'in', ids)
      .execute();
    await trx.updateTable('information_item').set({ value_sealed: null }).where('application_id', 'in', ids).execute();
    await trx
      .updateTable('application')
      .set({ purged_at: new Date(now), device: JSON.stringify('') })
      .where('id', 'in', ids)
      .execute();
    return ids.length;
  });
}

const isUnderFlag = sql<boolean>`exists (select from fraud_flag
  where fraud_flag.application_id = application.id and fraud_flag.lifted_at is null)`;
