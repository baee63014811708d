import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { openEmptyDatabase } from '#tests/support/database/database.ts';

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

  test('a bigint that no number can hold is an error, not a rounded amount', async () => {
    await expect(one('9007199254740993::bigint')).rejects.toThrow('does not fit');
  });
});

describe('a session', () => {
  test('is one transaction: what fails leaves nothing behind', async () => {
    const failing = db.inSession(async (session) => {
      await session.script(`insert into note values (1, 'one'); insert into note values (2, 'two')`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await db.kysely.selectFrom('note').selectAll().execute()).toEqual([]);
  });

  test('takes values apart from the text', async () => {
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

describe('the embedded database in a folder', () => {
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
