import { existsSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { type Dialect, Kysely, PGliteDialect, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { ConfigError, isLoopback } from './config.ts';
import { lockDatabase } from './db-lock.ts';
import { makeCluster } from './embedded-cluster.ts';
import { UnavailableError, UnclearError, UndoneError } from './errors.ts';

/** Plain SQL in one transaction on one connection, for migrations. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs several statements, without values. On a server they have so long together, an hour by default. */
  script(text: string, limitMs?: number): Promise<void>;
}

/** PostgreSQL or the embedded PGlite, with the same SQL and the same values. */
export interface Database<Tables> {
  readonly engine: 'postgres' | 'pglite';
  readonly kysely: Kysely<Tables>;
  /** Runs the work in one transaction; rolls back when it throws. */
  inSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Of a server: connections of this process, and how many requests wait for one. */
  connections?(): Connections;
  close(): Promise<void>;
}

export interface Connections {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly most: number;
}

/**
 * `databaseUrl` is a PostgreSQL server, 15 or newer; `migrationsUrl` is the same database, as the owner of its tables.
 * `dataDir` is the embedded database, in `<dataDir>/pg`, held by an exclusive lock.
 */
export type DatabaseLocation =
  | { readonly databaseUrl: string; readonly migrationsUrl?: string | undefined }
  | { readonly dataDir: string };

export interface DatabaseOptions {
  /** Called for a connection that was lost; the pool replaces it. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Connections of one process; several processes have as many each. */
  readonly maxConnections?: number;
  /** Timeout of a request that waits for a connection; five seconds by default. */
  readonly waitMs?: number;
  /** Wraps the driver: fault tests kill a process at a chosen statement. */
  readonly around?: (dialect: Dialect) => Dialect;
}

function untouched(dialect: Dialect): Dialect {
  return dialect;
}

/** Default number of connections of one process. */
export const MAX_CONNECTIONS = 10;

/** Opens the database. Throws a `ConfigError` when another process holds the embedded one. */
export function openDatabase<Tables>(
  location: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<Database<Tables>> {
  return 'databaseUrl' in location
    ? openPostgres(location.databaseUrl, options)
    : openEmbedded(location.dataDir, options);
}

/**
 * Refuses a connection to another machine that is not encrypted, or that takes any certificate. The driver itself says
 * what it would do with the address, `PGSSLMODE` included.
 * @throws ConfigError with one sentence that does not repeat the address, which holds a password
 */
export function requireTls(name: string, databaseUrl: string): void {
  const { host, ssl } = driverSettings(name, databaseUrl);
  if (host.startsWith('/') || isLoopback(host)) return;
  const verified = typeof ssl === 'object' ? ssl.rejectUnauthorized !== false && !ssl.checkServerIdentity : ssl;
  if (verified) return;
  throw new ConfigError(`${name} must end in ?sslmode=verify-full: production encrypts its connection to ${host}.`);
}

interface DriverSettings {
  readonly host: string;
  readonly ssl: boolean | { readonly rejectUnauthorized?: boolean; readonly checkServerIdentity?: unknown };
}

function driverSettings(name: string, connectionString: string): DriverSettings {
  try {
    return new pg.Client({ connectionString }) as unknown as DriverSettings;
  } catch (error) {
    // A certificate that is named and cannot be read; the error of an address would repeat it.
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name} cannot be used${code === 'ENOENT' ? ': a certificate it names is not there' : ''}.`);
  }
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

/** Statement timeout: none of ours takes as long, and a stuck one must not keep its locks. */
const STATEMENT_MS = 15_000;
/** Timeout of a server that says nothing at all, such as one whose machine is gone. */
const SILENCE_MS = STATEMENT_MS + 5_000;
const LONGEST_SCRIPT_MS = 3_600_000;

async function openPostgres<Tables>(databaseUrl: string, options: DatabaseOptions): Promise<Database<Tables>> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'manay',
    max: options.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: options.waitMs ?? 5_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  const lost = new WeakSet<pg.PoolClient>();
  const unclear = new WeakMap<pg.PoolClient, Error>();
  pool.on('connect', (client) => {
    // The pool listens to idle connections only. Without a listener of its own, a connection that is lost while it is
    // checked out would end the process.
    client.on('error', () => lost.add(client));
    client.on('notice', ({ routine, message = '' }) => {
      if (routine === STANDBY_WAIT) unclear.set(client, new Error(message));
    });
  });
  pool.on('error', (error) => options.onConnectionLost?.(error));
  const connect = (): Promise<Connection> => checkOut(pool, { lost, unclear }, options.onConnectionLost);
  const ofKysely = { connect, end: () => pool.end() } as unknown as PostgresPool;
  return {
    engine: 'postgres',
    kysely: new Kysely<Tables>({ dialect: (options.around ?? untouched)(new PostgresDialect({ pool: ofKysely })) }),
    inSession: async (work) => sessionOn(await connect(), work),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    }),
    close: () => pool.end(),
  };
}

/**
 * Where PostgreSQL waits until the synchronous stand-by has a commit, whatever the language of its sentences. When that
 * wait is cancelled the commit is answered as done, with a notice alone: a fail-over may forget it.
 */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** `pg` reads the timeout, its types do not have it. */
type TimedQuery = pg.QueryConfig & { readonly query_timeout: number };

/** The part of a connection of `pg` that Kysely uses. */
interface Connection {
  query(query: string | TimedQuery, values?: readonly unknown[]): Promise<pg.QueryResult>;
  release(discard?: boolean): void;
}

interface Noted {
  readonly lost: WeakSet<pg.PoolClient>;
  /** Connections with a commit that the stand-by may not have. */
  readonly unclear: WeakMap<pg.PoolClient, Error>;
}

/**
 * A connection of the pool. What cannot be answered now is an `UnavailableError`; a connection that was lost, that has a
 * commit which the stand-by may not have, or that leads to a server which may not write any more, fails at once from
 * then on and does not go back to the pool.
 */
async function checkOut(
  pool: pg.Pool,
  { lost, unclear }: Noted,
  onLost: DatabaseOptions['onConnectionLost'],
): Promise<Connection> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new UnavailableError(`There is no connection to the database: ${reasonOf(cause)}.${remedyOf(cause)}`, {
      cause,
    });
  });
  let broken: Error | undefined;
  const breakWith = (error: Error): Error => {
    broken = error;
    onLost?.(error);
    return error;
  };
  const failureOf = (cause: Error): Error => {
    const isLost = lost.has(client) || isConnectionLost(cause);
    if (!isLost && !isMomentary(cause)) return cause;
    const message = `The database does not answer: ${reasonOf(cause)}.`;
    if (isLost) return breakWith(new UnclearError(message, { cause }));
    return new (isUndone(cause) ? UndoneError : UnavailableError)(message, { cause });
  };
  const answerOf = async (answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
    const result = await answer.catch((cause: Error) => {
      throw failureOf(cause);
    });
    const cause = unclear.get(client);
    if (cause) throw breakWith(new UnclearError(`The stand-by may not have it: ${cause.message}.`, { cause }));
    return result;
  };
  return {
    async query(query, values) {
      if (broken) throw broken;
      return answerOf(client.query(query, values as unknown[]));
    },
    release: (discard) => client.release(discard || broken),
  };
}

/**
 * The session has ended (the server shut down, failed over, ended it or its idle transaction), the server has become a
 * stand-by that only reads, or it has said nothing for so long that no request waits for its answer any more.
 */
function isConnectionLost(error: Error): boolean {
  return /^(?:08...|57P0.|25006|25P0[34])$/.test(sqlStateOf(error)) || error.message === 'Query read timeout';
}

/** Nothing is wrong with the statement, and the same transaction may succeed in a moment: a deadlock, a timeout, no memory. */
function isMomentary(error: Error): boolean {
  return /^(?:40...|53...|55P03|57014|58...)$/.test(sqlStateOf(error));
}

/** A deadlock or a serialization failure: nothing of the transaction is left. */
function isUndone(error: Error): boolean {
  return /^40(?:P01|001)$/.test(sqlStateOf(error));
}

/** When several addresses were tried without success, the error has a code but not a message. */
function reasonOf(cause: unknown): string {
  const { message, code } = cause as { readonly message?: string; readonly code?: string };
  return message || code || String(cause);
}

/** A pooler refuses the parameters that it does not know, and names only the first one. */
function remedyOf(cause: unknown): string {
  if (!/unsupported startup parameter/.test(String(cause))) return '';
  return ' Set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout in PgBouncer, as the operations guide says.';
}

function sqlStateOf(error: Error): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

async function sessionOn<Result>(connection: Connection, work: (session: Session) => Promise<Result>): Promise<Result> {
  let isUnclear = false;
  try {
    await connection.query('begin');
    const result = await work({
      query: async (text, values) => (await connection.query(text, values)).rows as Record<string, unknown>[],
      // Each statement has its own timeout on the server; together they may take longer.
      script: async (text, limitMs = LONGEST_SCRIPT_MS) =>
        void (await connection.query({ text, query_timeout: limitMs })),
    });
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => {
      isUnclear = true;
    });
    throw error;
  } finally {
    connection.release(isUnclear);
  }
}

async function openEmbedded<Tables>(dataDir: string, options: DatabaseOptions): Promise<Database<Tables>> {
  const lock = lockDatabase(dataDir);
  try {
    const folder = join(dataDir, 'pg');
    await initialise(folder);
    const database = databaseOn<Tables>(await openWhole(folder), options);
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
  await makeCluster(unfinished, createPglite);
  renameSync(unfinished, folder);
}

/**
 * Opens the folder, or explains why not. PGlite ends with a stack trace where files are damaged, and begins anew where
 * they are missing; neither may happen to an operator's database.
 * @throws ConfigError with one sentence; or the file system's error when no file can be read at all
 */
async function openWhole(folder: string): Promise<PGlite> {
  const version = join(folder, 'PG_VERSION');
  const opened = existsSync(version) && (await createPglite({ dataDir: folder }).catch(() => false));
  if (typeof opened !== 'boolean') return opened;
  // Without another file to open, or space to write, it ends in the same way.
  if (existsSync(version)) readFileSync(version);
  if (statfsSync(folder).bavail === 0) throw Object.assign(new Error(folder), { code: 'ENOSPC' });
  throw new ConfigError(`The database in ${folder} is damaged: put a backup in its place, or name another DATA_DIR.`);
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
