import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { clockAt } from '#tests/support/clock.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { DOORS, knownAndUnknown, shapeOf } from '#tests/support/people/enumeration.ts';
import { percentile, type Row } from './table.ts';

const SAMPLES = 1_000;
/** As the product answers, and without the time that every one of these answers takes at least. */
const FLOORS_MS = [400, 0];
const CLIENTS = 20;
/** A password costs a core a good part of the least time: more at once would measure the queue. */
const AT_ONCE = 8;
const PASSWORDS_AT_ONCE = 3;
const ALLOWED = 0.1;

/**
 * At every door as many answers about clients as about people nobody knows, in turns: their forms are equal, and their
 * medians differ by a tenth at most. The last columns are the work itself, which the least time hides.
 * @throws when an answer's form or its median tells who is a client
 */
export async function benchEnumeration(samples = SAMPLES): Promise<Row[]> {
  const db = await openDatabase<Tables>({ databaseUrl: await startPostgres() });
  try {
    await prepareLendingDatabase(db);
    const rows: Row[] = [];
    const telling: string[] = [];
    const clock = clockAt('2026-01-15');
    for (const door of Object.keys(DOORS)) {
      const medians: number[] = [];
      for (const minAnswerMs of FLOORS_MS) {
        const lending = createTestLending(db, { trustedProxies: 1, minAnswerMs, clock });
        const people = await knownAndUnknown(lending, CLIENTS);
        const [known, unknown]: [number[], number[]] = [[], []];
        const one = async (k: number): Promise<void> => {
          const client = () => timed(() => people.known(door, k), known);
          const nobody = () => timed(() => people.unknown(door, k), unknown);
          // The first of a batch begin together and wait for each other: half of them are of each kind.
          const first = await (k % 2 === 0 ? client() : nobody());
          const second = await (k % 2 === 0 ? nobody() : client());
          if (!isDeepStrictEqual(first, second)) telling.push(`${door}: another form of answer`);
        };
        const atOnce = door.startsWith('sign-in by') && !door.includes('code') ? PASSWORDS_AT_ONCE : AT_ONCE;
        for (let k = 0; k < samples; k += atOnce) {
          await Promise.all(Array.from({ length: Math.min(atOnce, samples - k) }, (_, n) => one(k + n)));
          // Codes and e-mails to one person are counted by the day.
          clock.pass({ hours: 4 });
        }
        medians.push(percentile(known, 50), percentile(unknown, 50));
      }
      const [known = 0, unknown = 0, knownWork = 0, unknownWork = 0] = medians;
      const apart = unknown / known - 1;
      if (Math.abs(apart) > ALLOWED) telling.push(`${door}: ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`);
      rows.push({
        door,
        samples,
        'client ms': known.toFixed(1),
        'nobody ms': unknown.toFixed(1),
        apart: `${(apart * 100).toFixed(1)} %`,
        'client, work alone': knownWork.toFixed(1),
        'nobody, work alone': unknownWork.toFixed(1),
      });
    }
    if (telling.length > 0)
      throw new Error(
        `an answer tells who is a client:\n${[...new Set(telling)].join('\n')}\n${JSON.stringify(rows, null, 1)}`,
      );
    return rows;
  } finally {
    await db.close();
    await stopPostgres();
  }
}

async function timed(
  ask: () => ReturnType<Awaited<ReturnType<typeof knownAndUnknown>>['known']>,
  times: number[],
): Promise<unknown> {
  const answer = await ask();
  times.push(answer.ms);
  return shapeOf(answer);
}
