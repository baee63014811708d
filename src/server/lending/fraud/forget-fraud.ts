import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import type { ParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { forgetFlags } from './fraud-flag-store.ts';
import { forgetMarksOfErased } from './person-mark-store.ts';

const DAY_MS = 86_400_000;

/**
 * Forgets what erased people were seen with, and flags of fraud whose person was erased, or was never known here, when
 * their days are over (decision 0146). Safe to repeat.
 */
export async function forgetFraud({
  db,
  clock,
  parameters,
  log,
}: {
  readonly db: Database<Tables>;
  readonly clock: Parameters<typeof lenderNow>[0];
  readonly parameters: ParameterSource;
  readonly log: Log;
}): Promise<{ readonly marks: number; readonly flags: number }> {
  const { fraudFlagDays } = (await parameters.inForce()).policies().retention;
  const now = lenderNow(clock);
  const forgotten = await db.kysely.transaction().execute(async (trx) => ({
    marks: await forgetMarksOfErased(trx),
    flags: await forgetFlags(trx, { before: new Date(now - fraudFlagDays * DAY_MS), now }),
  }));
  if (forgotten.marks + forgotten.flags > 0) log.info(forgotten, 'marks and flags of people who were erased are gone');
  return forgotten;
}
