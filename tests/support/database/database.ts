import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createPglite, type Database, type DatabaseOptions, databaseOn, openDatabase } from '#server/kit/db.ts';
import { pgliteVersion } from '#server/kit/embedded-cluster.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { grantService } from '#server/lending/open-lending-database.ts';
import { insertParameters, type ParameterRow } from '#server/lending/parameters/parameter-store.ts';
import { decideProposal, insertProposal } from '#server/lending/parameters/proposal-store.ts';
import { seedParameters } from '#server/lending/parameters/seed-parameters.ts';
import { lendingMigrations, prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { aColleague } from '../staff/colleagues.ts';
import { createOnServer, dropOnServer, EmptiedDatabase, onServer, testServerUrl } from './emptied-database.ts';

export { testServerUrl };

/** Engine of the tests, which run on both: `TEST_DATABASE=postgres` picks the real server, nothing the embedded one. */
export const TEST_ENGINE = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite';

/** Fifty requests at once have their turns on a slow machine, too. */
const POOL = { maxConnections: 4, waitMs: 60_000 };

/** A migrated and seeded lending database of the caller's own. */
export async function openTestDatabase(options: Pick<DatabaseOptions, 'around'> = {}): Promise<Database<Tables>> {
  return TEST_ENGINE === 'postgres' ? openPrepared(options) : databaseOn<Tables>(await preparedPglite(), options);
}

/** A migrated and seeded PGlite of the caller's own, whatever the engine of the run is. */
export async function openTestPglite(): Promise<Database<Tables>> {
  return databaseOn<Tables>(await preparedPglite());
}

/** A database without a single table, for tests of the plumbing. */
export async function openEmptyDatabase<Tables>(): Promise<Database<Tables>> {
  return TEST_ENGINE === 'postgres' ? openOnServer<Tables>() : databaseOn<Tables>(await copyOf('empty'));
}

/** For a test file: one database, and what is made of it, anew before every test. */
export function withDatabase<Made extends object>(
  make: (db: Database<Tables>) => Made | Promise<Made>,
  options: Pick<DatabaseOptions, 'around'> = {},
): Made {
  let db: Database<Tables>;
  let made: Made | undefined;
  beforeAll(async () => {
    db = await openTestDatabase(options);
  });
  beforeEach(async () => {
    made = await make(db);
  });
  afterAll(() => db?.close());
  return new Proxy({} as Made, { get: (_, name) => made?.[name as keyof Made] });
}

/** Back to the seeds: version 1 of the parameters, nothing else. */
export async function resetTestDatabase({ kysely }: Database<Tables>): Promise<void> {
  // As fresh as a process that has just been started: rates of one test are not used up in the next.
  await sql`delete from throttle_bucket`.execute(kysely);
  // Every change counts the version up: at 1 there is nothing to put back.
  const { rows } = await sql<{ seeded: boolean }>`select version = 1 and exists (select from parameter) as seeded
    from parameter_version`.execute(kysely);
  if (rows[0]?.seeded) return;
  await kysely.transaction().execute(async (trx) => {
    // Not by `truncate`: that makes a new table, and a database whose catalogue has changed is thrown away.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from parameter`.execute(trx);
    await sql`update parameter_version set version = 0`.execute(trx);
  });
  await seedParameters(kysely);
}

/** Ends what is in force on a date and puts another value in its place, as an operator does. */
export async function changeParameter(
  { kysely }: Database<Tables>,
  change: { readonly kind: string; readonly key: string; readonly from: string; readonly value: unknown },
): Promise<void> {
  const { kind, key, from, value } = change;
  await kysely.transaction().execute(async (trx) => {
    await sql`update parameter set valid_to = ${from}::date - 1
      where kind = ${kind} and key = ${key} and valid_from < ${from}::date
      and (valid_to is null or valid_to >= ${from}::date)`.execute(trx);
    // Until the next one that is planned: the launch prices have an end.
    const { rows } = await sql<{ until: string | null }>`select (min(valid_from) - 1)::text as until from parameter
      where kind = ${kind} and key = ${key} and valid_from > ${from}::date`.execute(trx);
    await addParameter(trx, { kind, key, value, validFrom: from, validTo: rows[0]?.until ?? null });
  });
}

/** A parameter that two accounts have approved. */
export async function addParameter(trx: Trx, row: ParameterRow): Promise<void> {
  const now = Date.now();
  const [proposer, approver] = [
    await aColleague({ kysely: trx }, 'proposer'),
    await aColleague({ kysely: trx }, 'test'),
  ];
  const proposalId = await insertProposal(trx, { ...row, reason: 'As the test wants it.' }, proposer, now);
  await decideProposal(trx, proposalId, { status: 'APPROVED', by: approver, now });
  await insertParameters(trx, [{ ...row, approvedBy: approver.login, proposalId }], now);
}

/** The legal maximum of the rate from a day on; undefined: none is loaded. */
export async function setTheCap(db: Database<Tables>, from: string, percent: string | undefined): Promise<void> {
  if (percent !== undefined) {
    await changeParameter(db, { kind: 'rate_cap', key: 'consumer', from, value: { percent } });
    return;
  }
  await sql`update parameter set valid_to = ${from}::date - 1
    where kind = 'rate_cap' and (valid_to is null or valid_to >= ${from}::date)`.execute(db.kysely);
}

/**
 * Opens the database as the service's own user sees it, where there is one: on the real server it may do what it is
 * granted and nothing else. `owner` may do everything.
 */
export async function openServiceDatabase(): Promise<{
  readonly db: Database<Tables>;
  readonly owner: Database<Tables>;
  close(): Promise<void>;
}> {
  if (TEST_ENGINE === 'pglite') {
    const owner = await openTestDatabase();
    return { db: owner, owner, close: () => owner.close() };
  }
  const owner = await openOnServer<Tables>(await preparedTemplate());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner.kysely);
  const url = new URL(testServerUrl(rows[0]?.name));
  url.username = `${url.pathname.slice(1)}_service`;
  url.password = 'of the tests';
  await onServer(`create role ${url.username} login password 'of the tests'`);
  await grantService(owner, url.username);
  const db = await openDatabase<Tables>({ databaseUrl: url.href }, POOL);
  return {
    db,
    owner,
    async close() {
      await db.close();
      await owner.close();
      await onServer(`drop role ${url.username}`);
    },
  };
}

/** Migrating takes seconds, copying a prepared database a tenth of one: the first test of the server makes it. */
async function preparedTemplate(): Promise<string> {
  const name = `manay_template_${preparedDigest()}`;
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    // Workers start at once, and one of them makes it; ended with the connection.
    await client.query("select pg_advisory_lock(hashtext('manay_template'))");
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
    if (rowCount) return name;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
    const database = await openDatabase<Tables>({ databaseUrl: testServerUrl(name) }, { maxConnections: 2 });
    await prepareLendingDatabase(database);
    await database.close();
    await client.query(`alter database ${name} is_template true`);
    return name;
  } finally {
    await client.end();
  }
}

/** A new database on the server; gone with its closing. */
async function openOnServer<Tables>(template = 'template1'): Promise<Database<Tables>> {
  const name = await createOnServer(template);
  const database = await openDatabase<Tables>({ databaseUrl: testServerUrl(name) }, POOL);
  return {
    ...database,
    async close() {
      await database.close();
      await dropOnServer(name);
    },
  };
}

/**
 * A database of this worker that no file uses, empty but for the seeds, and the connections of the last one that did.
 */
interface Idle {
  readonly prepared: EmptiedDatabase;
  readonly open?: Database<Tables> | undefined;
  /** Of the product's code as it was then: its errors are not those of the same code evaluated again. */
  readonly openedBy: typeof openDatabase;
}

declare global {
  /**
   * A file has one, some have more. Global, because a screen is opened with every module evaluated again: a list of
   * this module's own would be forgotten with all its connections, a hundred of them at the end of a run.
   */
  var idleDatabases: Idle[] | undefined;
}
globalThis.idleDatabases ??= [];
const idle = globalThis.idleDatabases;

/**
 * Opens a prepared database: one that an earlier file of this worker has closed, else a new one. Its connections stay
 * open from file to file, with what the server has read of the catalogue and prepared.
 */
async function openPrepared(options: Pick<DatabaseOptions, 'around'>): Promise<Database<Tables>> {
  const { prepared, open, openedBy } = idle.pop() ?? {
    prepared: await EmptiedDatabase.create(await preparedTemplate()),
  };
  // Whoever listens to the driver has connections of its own.
  const ownDriver = options.around !== undefined;
  const shared = ownDriver || openedBy !== openDatabase ? undefined : open;
  if (!shared) await open?.close();
  const location = { databaseUrl: testServerUrl(prepared.name) };
  const database = shared ?? (await openDatabase<Tables>(location, { ...POOL, ...options }));
  const { ofFile, end } = untilItsEnd(database);
  return {
    ...ofFile,
    async close() {
      end();
      const kept = ownDriver || isAtWork(database) ? undefined : database;
      if (!kept) await database.close();
      if (await prepared.empty(kept?.connections?.().open)) {
        idle.push({ prepared, open: kept, openedBy: openDatabase });
      } else {
        await kept?.close();
        await dropOnServer(prepared.name);
      }
    },
  };
}

function isAtWork({ connections }: Database<Tables>): boolean {
  const counted = connections?.();
  return !counted || counted.idle < counted.open || counted.waiting > 0;
}

/** Refuses what goes on when its file has ended, because the connections are those of the next file then. */
function untilItsEnd(database: Database<Tables>): { readonly ofFile: Database<Tables>; end(): void } {
  let hasEnded = false;
  const refuse = (): void => {
    if (hasEnded) throw new Error('The file that opened this database has closed it.');
  };
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      refuse();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const inSession: Database<Tables>['inSession'] = async (work) => {
    refuse();
    return database.inSession(work);
  };
  return {
    ofFile: { ...database, kysely, inSession },
    end() {
      hasEnded = true;
    },
  };
}

/**
 * Copies a prepared PGlite. Making one takes seconds, copying one a quarter of a second: the first test ever makes it,
 * prepares it and leaves a copy in the temporary folder, named after the version and what it was prepared with.
 */
function preparedPglite(): Promise<PGlite> {
  return copyOf(preparedDigest(), (original) => prepareLendingDatabase(databaseOn(original)));
}

/** Changes with everything a new database is prepared with: the migrations, the seeds and their code. */
function preparedDigest(): string {
  const parameters = new URL('../../../src/server/lending/parameters/', import.meta.url);
  const seeds = readdirSync(parameters)
    .filter((name) => name.startsWith('seed-') || name.endsWith('.json'))
    .map((name) => readFileSync(new URL(name, parameters), 'utf8'));
  const history = lendingMigrations().map(({ checksum }) => checksum);
  return createHash('sha256')
    .update([...history, ...seeds].join())
    .digest('hex')
    .slice(0, 16);
}

async function copyOf(name: string, prepare?: (original: PGlite) => Promise<unknown>): Promise<PGlite> {
  const folder = join(tmpdir(), 'manay-tests');
  const file = join(folder, `pglite-${pgliteVersion()}-${name}.tar`);
  if (!isFile(file)) {
    const original = await createPglite({});
    await prepare?.(original);
    const copy = await original.dumpDataDir('none');
    await original.close();
    mkdirSync(folder, { recursive: true });
    removeOldCopies(folder);
    // Another worker may be doing the same: the last rename wins, and both copies are equal.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await copy.arrayBuffer()));
    renameSync(unfinished, file);
  }
  // Read at once: a blob of the file would not be readable any more when that other worker puts its equal copy there.
  return createPglite({ loadDataDir: new Blob([readFileSync(file)]) });
}

/** A copy has 40 MB; those of older migrations are of no more use. */
function removeOldCopies(folder: string): void {
  const dayAgoMs = Date.now() - 86_400_000;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < dayAgoMs)
      rmSync(file, { force: true });
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
