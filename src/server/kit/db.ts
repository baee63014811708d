import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { type Dialect, Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockDatabase } from './db-lock.ts';

/** Plain SQL in one transaction on one connection, for migrations. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Several statements, without values. */
  script(text: string): Promise<void>;
}

/** PostgreSQL or the embedded PGlite, with the same SQL and the same values. */
export interface Database<Tables> {
  readonly engine: 'postgres' | 'pglite';
  readonly kysely: Kysely<Tables>;
  /** Runs the work in one transaction; rolls back when it throws. */
  inSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * `databaseUrl`: PostgreSQL 15 or newer; `migrationsUrl`: the same database as the owner of its tables. `dataDir`:
 * embedded, in `<dataDir>/pg`, held by an exclusive lock.
 */
export type DatabaseLocation =
  | { readonly databaseUrl: string; readonly migrationsUrl?: string | undefined }
  | { readonly dataDir: string };

export interface DatabaseOptions {
  /** Called for a broken idle connection; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Connections of one process; several processes have as many each. */
  readonly maxConnections?: number;
  /** Wraps the driver: fault tests kill a process at a chosen statement. */
  readonly around?: (dialect: Dialect) => Dialect;
}

function untouched(dialect: Dialect): Dialect {
  return dialect;
}

/** Opens the database. Throws a `ConfigError` when another process holds the embedded one. */
export function openDatabase<Tables>(
  location: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<Database<Tables>> {
  return 'databaseUrl' in location
    ? openPostgres(location.databaseUrl, options)
    : openEmbedded(location.dataDir, options);
}

/** PostgreSQL's type ids, which never change. */
const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;

/**
 * Both drivers return the same JavaScript values: whole numbers as `number` (an id or amount beyond 2^53 throws
 * instead of being rounded), `numeric` as text, calendar dates as `YYYY-MM-DD`, instants as `Date`.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: wholeNumber,
  [NUMERIC]: (text) => text,
  [DATE]: (text) => text,
};

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint does not fit a number: ${text}`);
  return value;
}

async function openPostgres<Tables>(databaseUrl: string, options: DatabaseOptions): Promise<Database<Tables>> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'manay',
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    // Statement timeout: none of ours takes as long, and a stuck one must not keep its locks.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener a restart of the server would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  return {
    engine: 'postgres',
    kysely: new Kysely<Tables>({ dialect: (options.around ?? untouched)(new PostgresDialect({ pool })) }),
    inSession: (work) => sessionOnPool(pool, work),
    close: () => pool.end(),
  };
}

async function sessionOnPool<Result>(pool: pg.Pool, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work({
      query: async (text, values) => (await client.query(text, values)).rows as Record<string, unknown>[],
      script: async (text) => void (await client.query(text)),
    });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function openEmbedded<Tables>(dataDir: string, options: DatabaseOptions): Promise<Database<Tables>> {
  const lock = lockDatabase(dataDir);
  try {
    const folder = join(dataDir, 'pg');
    await initialise(folder);
    const database = databaseOn<Tables>(await createPglite({ dataDir: folder }), options);
    return {
      ...database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An interrupted first start must not leave half a database that later starts cannot open. */
async function initialise(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await createPglite({ dataDir: unfinished })).close();
  renameSync(unfinished, folder);
}

/** An embedded database in a folder, in memory, or from a copy. Imported dynamically: PGlite is 13 MB. */
export async function createPglite(options: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create({ ...options, parsers: { ...PARSERS } });
}

/** Wraps an embedded database that is already open. */
export function databaseOn<Tables>(
  pglite: PGlite,
  { around = untouched }: Pick<DatabaseOptions, 'around'> = {},
): Database<Tables> {
  return {
    engine: 'pglite',
    kysely: new Kysely<Tables>({ dialect: around(new PGliteDialect({ pglite })) }),
    inSession: (work) =>
      pglite.transaction((transaction) =>
        work({
          query: async (text, values) => (await transaction.query<Record<string, unknown>>(text, values)).rows,
          script: async (text) => void (await transaction.exec(text)),
        }),
      ),
    close: () => pglite.close(),
  };
}
