import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Database, Session } from './db.ts';
import { storageFailure, UnavailableError } from './errors.ts';

/**
 * One numbered file of SQL. Once applied it must never change. Its first line says what it does to programs older than
 * itself (decision 0143), such as `-- expand, for programs since 0015`.
 */
export interface Migration {
  /** The file's name: `0001-staff.sql`. */
  readonly name: string;
  /** The name's number. A program is known by the number of its last migration. */
  readonly number: number;
  /** `expand` adds and takes nothing away; `contract` takes away what no program since `oldestProgram` uses. */
  readonly kind: 'expand' | 'contract';
  /** The oldest program that works on a database with this migration. */
  readonly oldestProgram: number;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly checksum: string;
}

/** State of a database, compared with a program's migrations. */
export type History =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind'; readonly missing: readonly Migration[] }
  /** The database is newer than the program and allows it: the program serves, and changes no table. */
  | { readonly kind: 'ahead'; readonly newest: string }
  /** With one sentence for operators. */
  | { readonly kind: 'refused'; readonly because: string };

/** The database's history does not allow this program, or the migrations could not be applied. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Migrations run before the tables exist. */
type Migratable = Pick<Database<never>, 'engine' | 'inSession'>;

export interface MigrationLimits {
  /** Time limit of all missing migrations together, retries included. */
  readonly totalMs: number;
  /**
   * Lock timeout of a migration, during which requests for that table queue up behind it. Then it releases all its
   * locks and tries again. Shorter than PostgreSQL's `deadlock_timeout` of a second, so that in a deadlock it is always
   * the migration that is aborted and never a request.
   */
  readonly lockMs: number;
}

/** Requests wait 15 s for the database: they outlast a migration that keeps these limits. */
export const MIGRATION_LIMITS: MigrationLimits = { totalMs: 10_000, lockMs: 500 };
const RETRY_MS = 200;
/** An empty database serves no requests yet. */
const FIRST_MS = 600_000;

const TABLE = `create table if not exists migration (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now(),
  oldest_program int not null
)`;

const FILE = /^\d{4}-[a-z0-9-]+\.sql$/;
const DECLARATION = /^-- (expand|contract), for programs since (\d{4})$/m;
/** Arbitrary: two processes that migrate the same server wait for each other on this advisory lock. */
const ADVISORY_LOCK = 7_261_402;

/** Reads a folder of migrations, in order. Numbers run 0001, 0002, … without a gap. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = index + 1;
    if (!FILE.test(name) || Number(name.slice(0, 4)) !== number) {
      throw new MigrationError(`${name} is not a migration: expected ${programName(number)}-some-name.sql.`);
    }
    const text = readFileSync(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    return { name, number, ...declarationOf(name, number, text), text, checksum };
  });
}

/** A migration that says nothing allows its own program alone. */
function declarationOf(name: string, number: number, text: string): Pick<Migration, 'kind' | 'oldestProgram'> {
  const [, kind, since] = DECLARATION.exec(text.split('\n', 1)[0] ?? '') ?? [];
  if (since === undefined) return { kind: 'contract', oldestProgram: number };
  const oldestProgram = Number(since);
  if (oldestProgram < 1 || oldestProgram > number || (kind === 'expand' && oldestProgram === number)) {
    throw new MigrationError(`${name} says that it is for programs since ${since}: expected an earlier program.`);
  }
  return { kind: kind === 'expand' ? 'expand' : 'contract', oldestProgram };
}

function programName(number: number): string {
  return String(number).padStart(4, '0');
}

/**
 * Applies all missing migrations in one transaction, or none. A database that is ahead and allows this program is left
 * as it is.
 * @returns the names applied now
 * @throws MigrationError with one sentence: a history that is refused, a lock that was not granted, or a limit of time
 */
export async function migrate(
  database: Migratable,
  migrations: readonly Migration[],
  limits: MigrationLimits = MIGRATION_LIMITS,
): Promise<string[]> {
  // Most starts find nothing to do: they take no lock.
  const missing = missingIn(await readHistory(database, migrations));
  if (missing.length === 0) return [];
  const totalMs = missing.length === migrations.length ? FIRST_MS : limits.totalMs;
  const endsAt = performance.now() + totalMs;
  for (;;) {
    try {
      return await database.inSession((session) =>
        applyMissing(database.engine, session, migrations, { ...limits, endsAt }),
      );
    } catch (error) {
      const state = stateOf(error);
      // Requests that stood behind it go on meanwhile.
      if (state === LOCK_NOT_AVAILABLE && performance.now() + RETRY_MS < endsAt) await setTimeout(RETRY_MS);
      else throw withSentence(error, state, totalMs);
    }
  }
}

interface Deadline extends Pick<MigrationLimits, 'lockMs'> {
  /** By `performance.now()`. */
  readonly endsAt: number;
}

async function applyMissing(
  engine: Migratable['engine'],
  session: Session,
  migrations: readonly Migration[],
  { lockMs, endsAt }: Deadline,
): Promise<string[]> {
  const leftMs = (): number => Math.max(1, Math.round(endsAt - performance.now()));
  await lockMigrations(engine, session, leftMs());
  await session.script(TABLE);
  const missing = missingIn(await historyIn(session, migrations));
  for (const { name, text, checksum, oldestProgram } of missing) {
    const limitMs = leftMs();
    // A wait for a lock ends as one, also when there is hardly any time left.
    const limits = { statementMs: limitMs + lockMs, lockMs: Math.min(lockMs, limitMs) };
    if (engine === 'postgres') await setTimeouts(session, limits);
    // Each statement has a timeout of its own on the server; the file as a whole has one here.
    await session.script(text, limitMs + lockMs + 1_000).catch((error: unknown) => {
      throw ofFile(name, error);
    });
    const values = [name, checksum, oldestProgram];
    await session.query('insert into migration (name, checksum, oldest_program) values ($1, $2, $3)', values);
  }
  return missing.map(({ name }) => name);
}

/** Waits until no other process migrates or grants; until the transaction ends no other one does. */
export async function lockMigrations(
  engine: Migratable['engine'],
  session: Session,
  waitMs = MIGRATION_LIMITS.totalMs,
): Promise<void> {
  if (engine !== 'postgres') return;
  await setTimeouts(session, { statementMs: waitMs + 1_000, lockMs: waitMs });
  await session.query(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

/** Compares a database with these migrations. Needs only the right to read. */
export function readHistory(database: Migratable, migrations: readonly Migration[]): Promise<History> {
  return database.inSession((session) => historyIn(session, migrations));
}

export async function historyIn(session: Session, migrations: readonly Migration[]): Promise<History> {
  const applied = await appliedMigrations(session);
  for (const [index, { name, checksum }] of applied.slice(0, migrations.length).entries()) {
    const ours = migrations[index];
    if (ours?.name !== name) {
      const because = `The database has ${name}, which this program does not know: it was made before the first release. Use an empty one.`;
      return { kind: 'refused', because };
    }
    if (ours.checksum !== checksum) {
      const because = `${name} was changed after it was applied: put it back, and add a new migration.`;
      return { kind: 'refused', because };
    }
  }
  const missing = migrations.slice(applied.length);
  if (missing.length > 0) return { kind: 'behind', missing };
  const newest = applied.at(-1);
  if (!newest || applied.length === migrations.length) return { kind: 'current' };
  const own = programName(migrations.length);
  const oldest = applied.reduce((most, each) => Math.max(most, each.oldestProgram), 0);
  if (oldest <= migrations.length) return { kind: 'ahead', newest: newest.name };
  return {
    kind: 'refused',
    because: `The database is newer than this program: with ${newest.name} it needs program ${programName(oldest)} or a newer one, and this is ${own}. Start a newer release.`,
  };
}

function missingIn(history: History): readonly Migration[] {
  if (history.kind === 'refused') throw new MigrationError(history.because);
  return history.kind === 'behind' ? history.missing : [];
}

async function setTimeouts(
  session: Session,
  { statementMs, lockMs }: { readonly statementMs: number; readonly lockMs: number },
): Promise<void> {
  const text = `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`;
  await session.query(text, [String(statementMs), String(lockMs)]);
}

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** Recognises PostgreSQL's error for a limit that was reached; undefined for any other error. */
function stateOf(error: unknown): typeof LOCK_NOT_AVAILABLE | typeof QUERY_CANCELED | undefined {
  if (!(error instanceof UnavailableError)) return undefined;
  const { code, message } = error.cause as { readonly code?: string; readonly message?: string };
  if (code === LOCK_NOT_AVAILABLE) return LOCK_NOT_AVAILABLE;
  return code === QUERY_CANCELED || message === 'Query read timeout' ? QUERY_CANCELED : undefined;
}

/** SQL states of the server's own trouble, its pages and files. */
const OF_THE_SERVER = /^(?:XX|58)/;

/** A mistake in a file says in which; what is wrong with the database stays what it is, as operators are told of it. */
function ofFile(name: string, error: unknown): unknown {
  const { code = '', message } = error as { readonly code?: string; readonly message: string };
  const isNotOurs = error instanceof UnavailableError || storageFailure(error) !== undefined;
  if (isNotOurs || OF_THE_SERVER.test(code)) return error;
  return new MigrationError(`migration ${name}: ${message}`, { cause: error });
}

/** A limit as a sentence for operators. Everything is rolled back by then. */
function withSentence(error: unknown, state: ReturnType<typeof stateOf>, totalMs: number): unknown {
  if (state === undefined) return error;
  const sentence =
    state === LOCK_NOT_AVAILABLE
      ? `For ${totalMs / 1000} s the migrations found no moment in which their tables were free and no other process migrated: nothing was changed, start again.`
      : `The migrations took longer than ${totalMs / 1000} s, which others would have to wait: nothing was changed. In a quiet hour, set MIGRATION_SECONDS to more.`;
  return new MigrationError(sentence, { cause: error });
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly oldestProgram: number;
}

async function appliedMigrations(session: Session): Promise<Applied[]> {
  const [table] = await session.query(`select to_regclass('migration') is not null as there`);
  if (table?.['there'] !== true) return [];
  const rows = await session.query('select name, checksum, oldest_program from migration order by name');
  return (rows as { name: string; checksum: string; oldest_program: number }[]).map((row) => ({
    name: row.name,
    checksum: row.checksum,
    oldestProgram: row.oldest_program,
  }));
}
