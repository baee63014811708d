import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { UnavailableError } from '#server/kit/errors.ts';
import { openEmptyDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';

interface Tables {
  readonly note: { readonly id: number; readonly text: string };
}

let db: Database<Tables>;
beforeAll(async () => {
  db = await openEmptyDatabase<Tables>();
  await sql`create table note (id bigint primary key, text text not null)`.execute(db.kysely);
});
afterAll(() => db?.close());

describe('both databases hand out the same values', () => {
  const one = async (expression: string): Promise<unknown> =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db.kysely)).rows[0]?.value;

  test.each<[string, unknown]>([
    ['1::bigint', 1],
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['57303::bigint', 57_303],
    ['count(*)', 1],
    ['1.10000000::numeric(12,8)', '1.10000000'],
    [`date '2026-02-14'`, '2026-02-14'],
    [`timestamptz '2026-01-15T05:00:00Z'`, new Date('2026-01-15T05:00:00Z')],
    [`'{"a":[1,"b",null]}'::jsonb`, { a: [1, 'b', null] }],
    ['true', true],
    ['7::int', 7],
    ['null::bigint', null],
    [`null::date`, null],
  ])('%s', async (expression, value) => {
    expect(await one(expression)).toEqual(value);
  });

  test('a bigint that no number can hold is an error, not a rounded amount', { tags: 'asvs-1.4.2' }, async () => {
    await expect(one('9007199254740993::bigint')).rejects.toThrow('does not fit');
  });
});

describe('a session', () => {
  test('is one transaction: what fails leaves nothing behind', { tags: 'asvs-2.3.3' }, async () => {
    const failing = db.inSession(async (session) => {
      await session.script(`insert into note values (1, 'one'); insert into note values (2, 'two')`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await db.kysely.selectFrom('note').selectAll().execute()).toEqual([]);
  });

  test('takes values apart from the text', { tags: 'asvs-1.2.4' }, async () => {
    const text = `Robert'); drop table note; --`;
    await db.inSession((session) => session.query('insert into note values ($1, $2)', [3, text]));
    expect(await db.kysely.selectFrom('note').select('text').where('id', '=', 3).execute()).toEqual([{ text }]);
  });
});

test('a transaction keeps to itself while other queries run', async () => {
  const order: string[] = [];
  const slow = db.kysely.transaction().execute(async (trx) => {
    await trx.insertInto('note').values({ id: 10, text: 'undone' }).execute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push('rolled back');
    throw new Error('undo');
  });
  const other = db.kysely
    .insertInto('note')
    .values({ id: 11, text: 'kept' })
    .execute()
    .then(() => order.push('inserted'));
  await expect(slow).rejects.toThrow('undo');
  await other;
  const rows = await db.kysely.selectFrom('note').select('id').where('id', '>=', 10).execute();
  expect(rows).toEqual([{ id: 11 }]);
});

describe.runIf(TEST_ENGINE === 'postgres')('a connection that is lost while it is used', () => {
  const endOthers = (at = '') =>
    db.inSession((session) =>
      session.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and application_name = 'manay' and coalesce(wait_event, '') like '%${at}'`),
    );
  const count = async () => (await db.kysely.selectFrom('note').select('id').execute()).length;

  test('in the middle of a statement: the statement is unavailable, the next one has another connection', async () => {
    const before = await count();
    const writing = sql`insert into note select 20, pg_sleep(5)::text`.execute(db.kysely);
    const refused = expect(writing).rejects.toThrow(UnavailableError);
    await expect.poll(async () => (await endOthers('PgSleep')).length).toBe(1);
    await refused;
    expect(await count()).toBe(before);
  });

  test('between two statements of a transaction: nothing of it is kept', async () => {
    const before = await count();
    const writing = db.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('note').values({ id: 21, text: 'lost' }).execute();
      await endOthers();
      await new Promise((resolve) => setTimeout(resolve, 100));
      await trx.insertInto('note').values({ id: 22, text: 'lost' }).execute();
    });
    await expect(writing).rejects.toThrow(UnavailableError);
    expect(await count()).toBe(before);
  });

  test('in a session', async () => {
    const lost = db.inSession(async (session) => {
      const [own] = await session.query('select pg_backend_pid() as pid');
      await sql`select pg_terminate_backend(${own?.['pid']})`.execute(db.kysely);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await session.query('select 1');
    });
    await expect(lost).rejects.toThrow(UnavailableError);
    expect(await count()).toBeGreaterThan(0);
  });

  test('to a server that may not write any more: its connection is not used again', async () => {
    const pids = new Set<unknown>();
    const pidOf = async (of: typeof db.kysely) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(of)).rows[0]?.pid;
    const writing = db.kysely.connection().execute(async (one) => {
      pids.add(await pidOf(one));
      await sql`set default_transaction_read_only = on`.execute(one);
      await sql`insert into note values (23, 'to a stand-by')`.execute(one);
    });
    await expect(writing).rejects.toThrow(UnavailableError);
    const later = await Promise.all(Array.from({ length: 8 }, () => pidOf(db.kysely)));
    expect(later.filter((pid) => pids.has(pid))).toEqual([]);
  });
});

test.runIf(TEST_ENGINE === 'postgres')(
  'two transactions that wait for each other: one of them is unavailable',
  async () => {
    await sql`insert into note values (30, 'first'), (31, 'second')`.execute(db.kysely);
    const held = [30, 31].map(() => Promise.withResolvers<void>());
    const touch = (first: number, second: number) =>
      db.kysely.transaction().execute(async (trx) => {
        await sql`select from note where id = ${first} for update`.execute(trx);
        held[first - 30]?.resolve();
        await held[second - 30]?.promise;
        await sql`select from note where id = ${second} for update`.execute(trx);
      });
    const [one, other] = await Promise.allSettled([touch(30, 31), touch(31, 30)]);
    const failed = [one, other].filter((each) => each.status === 'rejected');
    expect(failed.map(({ reason }) => reason)).toEqual([expect.any(UnavailableError)]);
  },
);

/** It is the same whichever engine the other tests have. */
describe.runIf(TEST_ENGINE === 'pglite')('the embedded database in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manay-db-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps what was written, and a first start that was cut short does not spoil the next', async () => {
    mkdirSync(join(folder, 'pg.unfinished'), { recursive: true });
    writeFileSync(join(folder, 'pg.unfinished', 'PG_VERSION'), 'half');
    const first = await openDatabase<Tables>({ dataDir: folder });
    await sql`create table note (id bigint primary key, text text not null)`.execute(first.kysely);
    await sql`insert into note values (1, 'kept')`.execute(first.kysely);
    await first.close();

    const second = await openDatabase<Tables>({ dataDir: folder });
    expect(await second.kysely.selectFrom('note').selectAll().execute()).toEqual([{ id: 1, text: 'kept' }]);
    await second.close();
  });
});
