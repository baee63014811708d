import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import { sendTogether } from '#server/kit/send-together.ts';
import { openEmptyDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';

interface Tables {
  readonly note: { readonly id: number; readonly text: string };
}

let db: Database<Tables>;
beforeAll(async () => {
  db = await openEmptyDatabase<Tables>();
  await sql`create table note (id bigint primary key, text text not null)`.execute(db.kysely);
});
beforeEach(() => db.kysely.deleteFrom('note').execute());
afterAll(() => db?.close());

const notes = () => db.kysely.selectFrom('note').select('id').orderBy('id').execute();

test('the rows of each statement come back under its name, in the order they were written', async () => {
  const answers = await db.kysely.transaction().execute((trx) =>
    sendTogether(trx, {
      first: trx.insertInto('note').values({ id: 1, text: 'one' }).returning('id'),
      left: undefined,
      seen: trx.selectFrom('note').select('text').where('id', '=', 1),
    }),
  );
  expect(answers).toEqual({ first: [{ id: 1 }], left: [], seen: [{ text: 'one' }] });
});

test('what fails in the middle takes the transaction with it, and the next one is not disturbed', async () => {
  const writing = db.kysely.transaction().execute((trx) =>
    sendTogether(trx, {
      before: trx.insertInto('note').values({ id: 2, text: 'before' }),
      twice: trx.insertInto('note').values({ id: 2, text: 'twice' }),
      behind: trx.insertInto('note').values({ id: 3, text: 'behind' }),
    }),
  );
  await expect(writing).rejects.toThrow('duplicate key');
  expect(await notes()).toEqual([]);
});

test.runIf(TEST_ENGINE === 'postgres')(
  'a statement behind a lock sees what its former holder committed while it waited',
  async () => {
    await db.kysely.insertInto('note').values({ id: 10, text: 'locked' }).execute();
    const holds = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const holder = db.kysely.transaction().execute(async (trx) => {
      await trx.selectFrom('note').select('id').where('id', '=', 10).forUpdate().execute();
      holds.resolve();
      await asked.promise;
      await trx.insertInto('note').values({ id: 11, text: 'of the holder' }).execute();
    });
    await holds.promise;
    const waiter = db.kysely.transaction().execute((trx) =>
      sendTogether(trx, {
        lock: trx.selectFrom('note').select('id').where('id', '=', 10).forUpdate(),
        seen: trx.selectFrom('note').select('id').where('id', '>', 10),
      }),
    );
    // The server says that it waits; then the holder goes on.
    for (;;) {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db.kysely);
      if (rows.length > 0) break;
    }
    asked.resolve();
    await holder;
    expect((await waiter).seen).toEqual([{ id: 11 }]);
  },
);
