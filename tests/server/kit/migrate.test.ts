import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { isMigrated, migrate, readMigrations } from '#server/kit/migrate.ts';
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
const run = () => migrate(db, readMigrations(folder));
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
    await expect(run()).rejects.toThrow('nowhere');
    await expect(things()).rejects.toThrow('thing');
    write('0002-broken.sql', `insert into thing values (3);`);
    expect(await run()).toHaveLength(2);
  });

  test('refuse a history that was changed', async () => {
    await run();
    write('0001-things.sql', 'create table thing (id bigint);');
    await expect(run()).rejects.toThrow('0001-things.sql was changed after it was applied');
    expect(await isMigrated(db, readMigrations(folder))).toBe(false);
  });

  test('refuse a database that is newer than the program', async () => {
    write('0002-more.sql', `insert into thing values (3);`);
    await run();
    rmSync(join(folder, '0002-more.sql'));
    await expect(run()).rejects.toThrow('The database is newer than this program: it knows 0002-more.sql.');
    expect(await isMigrated(db, readMigrations(folder))).toBe(false);
  });

  test('know whether they are all applied', async () => {
    await run();
    expect(await isMigrated(db, readMigrations(folder))).toBe(true);
    write('0002-more.sql', `insert into thing values (3);`);
    expect(await isMigrated(db, readMigrations(folder))).toBe(false);
  });

  test.each(['0003-gap.sql', '2-short.sql', '0002_Underscore.sql', 'notes.sql'])('do not take %s', (name) => {
    write(name, 'select 1;');
    expect(() => readMigrations(folder)).toThrow(`${name} is no migration`);
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
