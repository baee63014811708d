import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '#server/kit/config.ts';
import { MigrationError } from '#server/kit/migrate.ts';
import { grantService, openLendingDatabase } from '#server/lending/open-lending-database.ts';
import { lendingMigrations } from '#server/lending/prepare-database.ts';
import {
  openEmptyDatabase,
  openServiceDatabase,
  TEST_ENGINE,
  testServerUrl,
} from '#tests/support/database/database.ts';
import { liveALoansLife } from '#tests/support/loans/loan-life.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { asOperator, createPayments, importStatement } from '#tests/support/payments/payments.ts';

/** An embedded database has one user, who is its owner. */
const onServer = describe.runIf(TEST_ENGINE === 'postgres');

onServer('the service’s own user', () => {
  let opened: Awaited<ReturnType<typeof openServiceDatabase>>;
  beforeAll(async () => {
    opened = await openServiceDatabase();
  });
  afterAll(() => opened?.close());

  const refusalOf = (statement: string): Promise<string> =>
    sql
      .raw(statement)
      .execute(opened.db.kysely)
      .then(
        () => 'nothing refused it',
        (error: Error) => error.message,
      );

  test('lives a whole loan: payments, an extension, a plan, the end', { tags: 'asvs-13.2.2' }, async () => {
    const payments = createPayments(opened.db);
    await liveALoansLife(payments);
    expect((await verify(payments.loans)).problems).toEqual([]);
  });

  test('takes a credit back as the bank does, and books what the bank says came', async () => {
    const payments = createPayments(opened.db);
    const rows = (amount: string) => [['15/01/2026', '00990001', amount, 'ABONO']] as const;
    await importStatement(payments, rows('90.00'));
    const { id } = await opened.db.kysely.selectFrom('bank_line').select('id').executeTakeFirstOrThrow();
    expect((await asOperator(payments, `bank-lines/${id}/correct`, { amount: 91 })).status).toBe(200);
    expect(await importStatement(payments, rows('-91.00'))).toMatchObject({ takenBack: 1 });
    expect((await verify(payments.loans)).problems).toEqual([]);
  });

  test.each([
    'journal',
    'posting',
    'audit',
    'loan_event',
    'payment_event',
    'application_event',
    'complaint_event',
    'consent_event',
    'access_event',
    'decision',
    'signature',
    'settlement',
  ])('adds to %s and changes nothing in it', async (table) => {
    const denied = `permission denied for table ${table}`;
    const [column] = (
      await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${table} and is_identity = 'NO' limit 1`.execute(opened.owner.kysely)
    ).rows;
    expect(await refusalOf(`update ${table} set "${column?.name}" = "${column?.name}"`)).toBe(denied);
    expect(await refusalOf(`delete from ${table}`)).toBe(denied);
    expect(await refusalOf(`truncate ${table} cascade`)).toBe(denied);
  });

  test.each([
    ['what a fact says', `update loan_fact set data = '{}'`],
    ['a fact', 'delete from loan_fact'],
    ['the terms of a loan', `update loan set terms = '{}'`],
    ['a loan', 'delete from loan'],
    ['how much came in', 'update money_received set amount = 1'],
    ['a document', `update document set sha256 = sha256`],
    ['a complaint', 'delete from complaint'],
    ['a person', 'delete from person'],
    ['what was migrated', 'delete from migration'],
  ])('cannot change or remove %s', async (_what, statement) => {
    expect(await refusalOf(statement)).toMatch(/^permission denied for table/);
  });

  test('the user of the service cannot truncate a table, whichever it is', {
    tags: ['asvs-13.2.2', 'asvs-16.4.2'],
  }, async () => {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'`.execute(opened.owner.kysely);
    expect(rows.length).toBeGreaterThan(70);
    for (const { name } of rows) {
      expect(await refusalOf(`truncate ${name} cascade`)).toMatch(/^permission denied for table/);
    }
  });

  test.each([
    ['drop the trigger that keeps the ledger', 'drop trigger posting_kept on posting'],
    ['switch it off', 'alter table posting disable trigger posting_kept'],
    ['change a function', `create or replace function keep_record() returns trigger language plpgsql as 'begin end'`],
    ['make a table', 'create table mine (id int)'],
    ['become the owner', 'set session authorization postgres'],
  ])('cannot %s', async (_what, statement) => {
    expect(await refusalOf(statement)).toMatch(/permission denied|must be owner/);
  });

  test('is not the owner of the tables', { tags: ['asvs-13.2.1', 'asvs-13.2.2'] }, async () => {
    await expect(grantService(opened.owner, 'postgres')).rejects.toThrow(/may not be the owner/);
    await expect(grantService(opened.owner, 'nobody-of-that-name')).rejects.toThrow('there is no role');
  });
});

onServer('opening the database', () => {
  let url: { readonly owner: string; readonly service: string };
  let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
  let role: string;
  beforeAll(async () => {
    database = await openEmptyDatabase();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
    role = `${rows[0]?.name}_app`;
    await sql.raw(`create role ${role} login password 'p'`).execute(database.kysely);
    const service = new URL(testServerUrl(rows[0]?.name));
    service.username = role;
    service.password = 'p';
    url = { owner: testServerUrl(rows[0]?.name), service: service.href };
  });
  afterAll(async () => {
    await sql.raw(`drop owned by ${role}`).execute(database.kysely);
    await sql.raw(`drop role ${role}`).execute(database.kysely);
    await database?.close();
  });

  test('the service alone cannot make the tables, and says who can', async () => {
    const opening = openLendingDatabase({ databaseUrl: url.service });
    await expect(opening).rejects.toThrow(MigrationError);
    await expect(opening).rejects.toThrow(/start once with MIGRATIONS_URL/);
  });

  test('the owner makes them and grants; from then on the service finds everything done', async () => {
    const first = await openLendingDatabase({ databaseUrl: url.service, migrationsUrl: url.owner });
    expect(first.prepared?.migrations.length).toBeGreaterThan(9);
    await first.db.close();
    const later = await openLendingDatabase({ databaseUrl: url.service });
    expect(later.prepared).toBeUndefined();
    const { rows } = await sql<{ user: string }>`select current_user as user`.execute(later.db.kysely);
    expect(rows[0]?.user).toBe(role);
    await later.db.close();
  });

  test('a program that is older than the database starts, and takes away no right that a newer one has given', async () => {
    const older = lendingMigrations();
    const later = { name: `${String(older.length + 1).padStart(4, '0')}-later.sql`, checksum: 'later' };
    await sql`insert into migration (name, checksum, oldest_program)
      values (${later.name}, ${later.checksum}, ${older.length})`.execute(database.kysely);
    await sql.raw(`create table later (id int); grant delete on later to ${role}`).execute(database.kysely);
    const opened = await openLendingDatabase({ databaseUrl: url.service, migrationsUrl: url.owner });
    expect(opened.prepared).toBeUndefined();
    await sql`delete from later`.execute(opened.db.kysely);
    await opened.db.close();
    await expect(openLendingDatabase({ databaseUrl: url.service })).resolves.toMatchObject({ prepared: undefined });
    await sql`update migration set oldest_program = ${older.length + 1} where name = ${later.name}`.execute(
      database.kysely,
    );
    for (const migrationsUrl of [undefined, url.owner]) {
      const opening = openLendingDatabase({ databaseUrl: url.service, migrationsUrl });
      await expect(opening).rejects.toThrow(`with ${later.name} it needs program`);
    }
    await sql`delete from migration where name = ${later.name}`.execute(database.kysely);
    await sql`drop table later`.execute(database.kysely);
  });

  test('a service without a name cannot be granted anything', async () => {
    const nameless = { databaseUrl: 'postgresql:///manay', migrationsUrl: url.owner };
    await expect(openLendingDatabase(nameless)).rejects.toThrow(ConfigError);
  });
});

test('the embedded database has one user, who does both', async () => {
  if (TEST_ENGINE === 'postgres') return;
  const { db } = await openServiceDatabase();
  const refused = sql`update posting set amount = 1`.execute(db.kysely);
  await expect(refused).resolves.toBeDefined();
  await db.close();
});
