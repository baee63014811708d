import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { startLending } from '#server/lending/main.ts';
import { openEmptyDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import { HAS_PGBOUNCER, type RunningPgbouncer, startPgbouncer } from '#tests/support/database/pgbouncer.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';

interface Limits {
  readonly statement: string;
  readonly idle: string;
}

/** Only where PgBouncer is installed (`apt-get install pgbouncer`), and on a server. */
const CAN_RUN = HAS_PGBOUNCER && TEST_ENGINE === 'postgres';
if (!HAS_PGBOUNCER) console.warn('PgBouncer is not installed: nothing was started behind it.');

let pooler: RunningPgbouncer | undefined;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function behind(change?: (example: string) => string): Promise<string> {
  const database = await openEmptyDatabase();
  closers.push(() => database.close());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  pooler = await startPgbouncer(testServerUrl(rows[0]?.name), change);
  closers.push(() => pooler?.stop() ?? Promise.resolve());
  return pooler.databaseUrl;
}

const start = (databaseUrl: string) =>
  startLending({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LENDER_SANDBOX: '1',
    LOG_LEVEL: 'silent',
    ...TEST_VAULT_VARIABLES,
  });

describe.runIf(CAN_RUN)('behind PgBouncer, as the operations guide has it', () => {
  test.each(['session', 'transaction'])(
    'in %s mode it starts, makes its tables, does its jobs and answers',
    async (mode) => {
      const databaseUrl = await behind((example) => example.replace(/^pool_mode = .*$/m, `pool_mode = ${mode}`));
      const lending = await start(databaseUrl);
      closers.push(() => lending.close());
      const url = `http://127.0.0.1:${lending.port}`;
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const offers = Array.from({ length: 40 }, () =>
        fetch(`${url}/api/v1/public/offer`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ singlePayInquiry: { amount: 300, term: 30, productId: 1 } }),
        }),
      );
      expect(new Set((await Promise.all(offers)).map(({ status }) => status))).toEqual(new Set([200]));
      // The limits that a connection brings hold behind the pooler too, also on one that was another client's.
      for (let client = 0; client < 3; client += 1) {
        const db = await openDatabase<Tables>({ databaseUrl });
        const { rows } = await sql<Limits>`select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db.kysely);
        await db.close();
        expect(rows).toEqual([{ statement: '15s', idle: '15s' }]);
      }
    },
  );

  test('without the setting that the guide names, the start is refused with a sentence that names it', async () => {
    const databaseUrl = await behind((example) => example.replace(/^ignore_startup_parameters = .*$/m, ''));
    await expect(start(databaseUrl)).rejects.toThrow(
      /ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout/,
    );
  });
});
