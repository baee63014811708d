import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { lockMigrations, type MigrationLimits, migrate, readHistory, readMigrations } from '#server/kit/migrate.ts';
import { openEmptyDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';

let db: Database<Record<string, Record<string, unknown>>>;
let folder: string;
beforeAll(async () => {
  db = await openEmptyDatabase();
});
afterAll(() => db?.close());
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(db.kysely);
  await sql`create schema public`.execute(db.kysely);
  folder = mkdtempSync(join(tmpdir(), 'manay-migrations-'));
  write(
    '0001-things.sql',
    `create table thing (id int); -- a comment; with a semicolon\ninsert into thing values (1), (2);`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}
const run = (limits?: MigrationLimits) => migrate(db, readMigrations(folder), limits);
const history = () => readHistory(db, readMigrations(folder));
const things = async () => (await sql<{ id: number }>`select id from thing order by id`.execute(db.kysely)).rows;

describe('migrations', () => {
  test('are applied once, in order', async () => {
    write('0002-more.sql', `insert into thing values (3);`);
    expect(await run()).toEqual(['0001-things.sql', '0002-more.sql']);
    expect(await run()).toEqual([]);
    expect(await things()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('may hold functions with semicolons in them', async () => {
    write('0002-function.sql', `create function two() returns int language plpgsql as $$ begin return 1 + 1; end $$;`);
    await run();
    expect((await sql<{ two: number }>`select two()`.execute(db.kysely)).rows).toEqual([{ two: 2 }]);
  });

  test('leave nothing behind when one of them fails', async () => {
    write('0002-broken.sql', `insert into thing values (3); insert into nowhere values (1);`);
    await expect(run()).rejects.toMatchObject({
      name: 'MigrationError',
      message: expect.stringMatching(/^migration 0002-broken\.sql: .*nowhere/),
      cause: { code: '42P01' },
    });
    await expect(things()).rejects.toThrow('thing');
    write('0002-broken.sql', `insert into thing values (3);`);
    expect(await run()).toHaveLength(2);
  });

  test('refuse a history that was changed', async () => {
    await run();
    write('0001-things.sql', 'create table thing (id bigint);');
    await expect(run()).rejects.toThrow('0001-things.sql was changed after it was applied');
    renameSync(join(folder, '0001-things.sql'), join(folder, '0001-other.sql'));
    await expect(run()).rejects.toThrow('0001-things.sql, which this program does not know: it was made before');
    expect(await history()).toMatchObject({ kind: 'refused' });
  });

  test('refuse a database that is newer than the program', async () => {
    write('0002-more.sql', `insert into thing values (3);`);
    await run();
    rmSync(join(folder, '0002-more.sql'));
    const because =
      'The database is newer than this program: with 0002-more.sql it needs program 0002 or a newer one, and this is 0001. Start a newer release.';
    await expect(run()).rejects.toThrow(because);
    expect(await history()).toEqual({ kind: 'refused', because });
  });

  test('know whether they are all applied', async () => {
    expect(await history()).toMatchObject({ kind: 'behind' });
    await run();
    expect(await history()).toEqual({ kind: 'current' });
    write('0002-more.sql', `insert into thing values (3);`);
    expect(await history()).toMatchObject({ kind: 'behind', missing: [{ name: '0002-more.sql' }] });
  });

  test('that only add let older programs go on, which change nothing; one that takes away ends the oldest', async () => {
    write('0002-more.sql', '-- expand, for programs since 0001\nalter table thing add column name text;');
    write('0003-most.sql', '-- expand, for programs since 0001\nalter table thing add column size int;');
    await run();
    rmSync(join(folder, '0003-most.sql'));
    expect(await history()).toEqual({ kind: 'ahead', newest: '0003-most.sql' });
    expect(await run()).toEqual([]);
    rmSync(join(folder, '0002-more.sql'));
    expect(await history()).toEqual({ kind: 'ahead', newest: '0003-most.sql' });
    for (const name of ['0002-more', '0003-most'])
      write(
        `${name}.sql`,
        `-- expand, for programs since 0001\nalter table thing add column ${name.slice(5) === 'more' ? 'name text' : 'size int'};`,
      );
    write('0004-less.sql', '-- contract, for programs since 0002\nalter table thing drop column id;');
    await run();
    for (const name of ['0003-most.sql', '0004-less.sql']) rmSync(join(folder, name));
    expect(await history()).toEqual({ kind: 'ahead', newest: '0004-less.sql' });
    rmSync(join(folder, '0002-more.sql'));
    expect(await history()).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('program 0002 or a newer one'),
    });
  });

  test.each([
    ['expand', '0002'],
    ['expand', '0003'],
    ['contract', '0003'],
    ['contract', '0000'],
  ])('that say %s for programs since %s are refused: no such program runs beside 0002', (kind, since) => {
    write('0002-more.sql', `-- ${kind}, for programs since ${since}\nselect 1;`);
    expect(() => readMigrations(folder)).toThrow(`0002-more.sql says that it is for programs since ${since}`);
  });

  test.each(['0003-gap.sql', '2-short.sql', '0002_Underscore.sql', 'notes.sql'])('do not take %s', (name) => {
    write(name, 'select 1;');
    expect(() => readMigrations(folder)).toThrow(`${name} is not a migration`);
  });
});

test.runIf(TEST_ENGINE === 'postgres')('processes that migrate one server together apply each file once', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
  const databaseUrl = testServerUrl(rows[0]?.name);
  const others = await Promise.all(
    Array.from({ length: 5 }, () => openDatabase({ databaseUrl }, { maxConnections: 1 })),
  );
  const applied = await Promise.all(others.map((other) => migrate(other, readMigrations(folder))));
  expect(applied.flat()).toEqual(['0001-things.sql']);
  await Promise.all(others.map((other) => other.close()));
});

describe.runIf(TEST_ENGINE === 'postgres')('migrations under load', () => {
  const SHORT: MigrationLimits = { totalMs: 1_000, lockMs: 300 };
  const isAlone = async () => (await things()).length === 2 && (await history()).kind === 'behind';

  test('do not wait for a table for longer than others can wait behind them, and leave nothing behind', async () => {
    await run();
    write('0002-more.sql', 'create table other (id int); alter table thing add column name text;');
    await db.kysely.transaction().execute(async (trx) => {
      await sql`select from thing`.execute(trx);
      const migrating = run(SHORT);
      // Who asks for the table meanwhile waits for one try at most, and not for the end of the migrations.
      let served = 0;
      const asking = (async () => {
        for (; served < 3; served += 1) await things();
      })();
      await expect(migrating).rejects.toThrow(
        'For 1 s the migrations found no moment in which their tables were free and no other process migrated: nothing was changed, start again.',
      );
      await asking;
    });
    expect(await isAlone()).toBe(true);
    await expect(sql`select from other`.execute(db.kysely)).rejects.toThrow('other');
    expect(await run()).toEqual(['0002-more.sql']);
  });

  test('try again until the table is free', async () => {
    await run();
    write('0002-more.sql', 'alter table thing add column name text;');
    const migrating = db.kysely.transaction().execute(async (trx) => {
      await sql`select from thing`.execute(trx);
      const trying = run({ totalMs: 60_000, lockMs: 50 });
      // Some tries are given up.
      await sql`select pg_sleep(0.5)`.execute(trx);
      return { trying };
    });
    expect(await (await migrating).trying).toEqual(['0002-more.sql']);
  });

  test('that take too long are ended, all of them', async () => {
    await run();
    write('0002-more.sql', 'insert into thing values (3);');
    write('0003-slow.sql', 'select pg_sleep(30);');
    await expect(run({ totalMs: 500, lockMs: 200 })).rejects.toThrow(
      'The migrations took longer than 0.5 s, which others would have to wait: nothing was changed. In a quiet hour, set MIGRATION_SECONDS to more.',
    );
    expect(await isAlone()).toBe(true);
  });

  test('that another process is applying are waited for, and then found done; or not at all', async () => {
    await run();
    write('0002-more.sql', 'insert into thing values (3);');
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
    const other = await openDatabase<never>({ databaseUrl: testServerUrl(rows[0]?.name) }, { maxConnections: 2 });
    const migrating = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    const held = other.inSession(async (session) => {
      await lockMigrations('postgres', session);
      migrating.resolve();
      await ending.promise;
    });
    await migrating.promise;
    await expect(run({ totalMs: 300, lockMs: 200 })).rejects.toThrow('For 0.3 s the migrations found no moment');
    const waiting = run();
    ending.resolve();
    await held;
    expect(await waiting).toEqual(['0002-more.sql']);
    await other.close();
  });
});
