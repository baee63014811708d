import { openTestPglite } from '#tests/support/database/database.ts';
import { liveAYear } from '#tests/support/year/year.ts';
import type { Row } from './table.ts';

const CLIENTS = 300;
const DAYS = 365;

/**
 * Lives a company's year of 300 clients, or of as many for as many days as are asked for, in virtual time, and prints
 * the digest of everything that is stored. The same seed must print the same digest.
 */
export async function benchYear([seed = 1, clients = CLIENTS, days = DAYS]: readonly number[]): Promise<Row[]> {
  const db = await openTestPglite();
  try {
    const startedAt = performance.now();
    const { digests, acts } = await liveAYear(db, { seed, clients, days, onDay: tell });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    for (const [act, count] of [...acts].sort()) console.log(`${act}: ${count}`);
    for (const [table, { rows, digest }] of Object.entries(digests.tables)) {
      if (rows > 0) console.log(`${table}: ${rows} ${digest}`);
    }
    const done = [...acts.values()].reduce((all, count) => all + count, 0);
    return [{ seed, clients, days, acts: done, seconds, digest: digests.whole }];
  } finally {
    await db.close();
  }
}

function tell(date: string, { acts }: { readonly acts: ReadonlyMap<string, number> }): void {
  if (date.endsWith('-01')) console.log(`${date}: ${[...acts.values()].reduce((all, count) => all + count, 0)} acts`);
}
