import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { openVault, readVaultLocation } from '#server/lending/people/vault-keys.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  asOperator,
  createPayments,
  OPERATOR_TOKEN,
  type Payments,
} from '#tests/support/payments/payments.ts';
import { TEST_VAULT_VARIABLES, testKey } from '#tests/support/people/vault.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

/** The programs of the guide, which npm's PostgreSQL leaves out, with a server of their own version. */
const INSTALLED = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => ['pg_dump', 'pg_restore', 'initdb'].every((program) => existsSync(join(folder, program))));

/** Everything that leaves, of the day before and as it stands. */
const EXPORTS = [
  'books/trial-balance?date=2026-02-20',
  'books/journals?from=2026-01-15',
  'books/days?from=2026-01-15',
  'tax-documents?from=2026-01-15',
  'books/balances?date=2026-02-20',
  'books/days-late?date=2026-02-20',
  'portfolio/loans',
  'portfolio/late-loans',
  'portfolio/payouts?state=paid',
  'tasks',
];

describe.runIf(TEST_ENGINE === 'postgres' && INSTALLED)('a copy of the database on another machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manay-backup-'));
  const open: Database<Tables>[] = [];
  let server = '';

  beforeAll(async () => {
    server = await startPostgres([], INSTALLED);
  });
  afterAll(async () => {
    for (const db of open) await db.close();
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  });

  const urlOf = (user: string, database: string): string => {
    const url = new URL(server);
    url.username = user;
    url.pathname = `/${database}`;
    return url.href;
  };

  /** Two users and their empty database, as the guide has them. */
  async function twoUsers(name: string): Promise<Record<string, string>> {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    for (const user of [`${name}_owner`, `${name}_app`]) await client.query(`create role ${user} login`);
    await client.query(`create database ${name} owner ${name}_owner`);
    await client.end();
    return { DATABASE_URL: urlOf(`${name}_app`, name), MIGRATIONS_URL: urlOf(`${name}_owner`, name) };
  }

  /** `npm run start:lending`, to its end. */
  function lending(env: Record<string, string>, ...words: string[]): { code: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/lending/main.ts', ...words], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { code: status, said: stdout + stderr };
  }

  async function openAs(databaseUrl: string, today: string): Promise<Payments> {
    const db = await openDatabase<Tables>({ databaseUrl });
    open.push(db);
    await openVault(db.kysely, readVaultLocation(TEST_VAULT_VARIABLES, true));
    return createPayments(db, today);
  }

  async function exportsOf(payments: Payments): Promise<Record<string, string>> {
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, Accept: 'text/csv' };
    const read = async (path: string) => (await payments.app.request(`/api/v1/staff/${path}`, { headers })).text();
    return Object.fromEntries(await Promise.all(EXPORTS.map(async (path) => [path, await read(path)] as const)));
  }

  const lender = (payments: Payments, command: string) => lenderOf(payments)(command);

  test('has every figure, every hash and every person, and opens with its own keys alone', async () => {
    const here = await twoUsers('manay');
    expect(lending(here, '--migrate-only').said).toContain('the database is up to date');
    const before = await openAs(here['DATABASE_URL'] ?? '', '2026-01-15');
    const [paid, late] = [await aDebtor(before), await aDebtor(before)];
    await aDebtor(before, EX2_TERMS);
    await pay(before.loans, paid.loan.id, 600);
    await closeThrough(before.loans, '2026-02-21');
    // Something a colleague does, and somebody's account is opened with.
    await asOperator(before, `contact/${late.number}/pauses`, { reason: 'BEREAVEMENT' });
    const said = await exportsOf(before);
    expect(said['books/receipts?from=2026-01-15']).toContain(paid.documentNumber);

    const dump = join(folder, 'manay.dump');
    const run = (program: string, ...words: string[]) =>
      execFileSync(join(INSTALLED ?? '', program), words, { encoding: 'utf8', stdio: 'pipe' });
    run('pg_dump', '--format=custom', `--file=${dump}`, here['MIGRATIONS_URL'] ?? '');

    // Another machine: other users, an empty database, and only then the tables' owner and the service.
    const there = await twoUsers('restored');
    run('pg_restore', '--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${there['MIGRATIONS_URL']}`, dump);
    expect(lending(there, '--migrate-only')).toMatchObject({ code: 0 });
    const after = await openAs(there['DATABASE_URL'] ?? '', '2026-02-21');
    expect(await exportsOf(after)).toEqual(said);
    expect(await lender(after, 'ledger verify')).toMatch(/^loans: 3\njournals: \d+\n/);
    // Receipts were taken once here and once there.
    expect(await lender(before, 'audit verify')).toMatch(/^kind: intact\nrows: 2\n/);
    expect(await lender(after, 'audit verify')).toMatch(/^kind: intact\nrows: 3\n/);
    // It lives on: the service's user may do there what it may do here, and no more.
    await closeThrough(after.loans, '2026-02-22');
    await pay(after.loans, late.loan.id, 10);
    expect(await lender(after, 'ledger verify')).toMatch(/^loans: /);
    const { kysely } = open.at(-1) as Database<Tables>;
    await expect(kysely.deleteFrom('posting').execute()).rejects.toThrow('permission denied');

    const { DATABASE_URL = '' } = there;
    const other = testKey('of another lender').toString('base64');
    for (const keys of [
      { ...TEST_VAULT_VARIABLES, VAULT_KEYS: `test:${other}` },
      { ...TEST_VAULT_VARIABLES, VAULT_INDEX_KEY: other },
    ]) {
      expect(lending({ DATABASE_URL, ...keys })).toEqual({
        code: 1,
        said: expect.stringMatching(/^VAULT_KEYS or VAULT_INDEX_KEY do not belong to this database: [^\n]+\n$/),
      });
    }
  }, 180_000);
});
