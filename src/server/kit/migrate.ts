import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Session } from './db.ts';

/** One numbered file of SQL. Once applied it must never change. */
export interface Migration {
  /** The file's name: `0001-parameters.sql`. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly checksum: string;
}

/** The database's history differs from the files. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Migrations run before the tables exist. */
type Migratable = Pick<Database<never>, 'engine' | 'inSession'>;

const FILE = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Arbitrary: two processes that migrate the same server wait for each other on this advisory lock. */
const ADVISORY_LOCK = 7_261_402;

/** Reads a folder of migrations, in order. Numbers run 0001, 0002, … without a gap. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    if (!FILE.test(name) || Number(name.slice(0, 4)) !== index + 1) {
      throw new MigrationError(
        `${name} is no migration: expected ${String(index + 1).padStart(4, '0')}-some-name.sql.`,
      );
    }
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/**
 * Applies all missing migrations in one transaction. Refuses a database whose history is not a prefix of ours.
 * @returns the names applied now
 */
export function migrate(database: Migratable, migrations: readonly Migration[]): Promise<string[]> {
  return database.inSession(async (session) => {
    if (database.engine === 'postgres') await session.query(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    await session.script(`create table if not exists migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    const missing = missingAfter(await appliedMigrations(session), migrations);
    for (const migration of missing) {
      await session.script(migration.text);
      await session.query('insert into migration (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    }
    return missing.map(({ name }) => name);
  });
}

/** Whether exactly these migrations are applied. */
export function isMigrated(database: Migratable, migrations: readonly Migration[]): Promise<boolean> {
  return database.inSession(async (session) => {
    const applied = await appliedMigrations(session);
    const same = ({ name, checksum }: Migration, index: number): boolean =>
      applied[index]?.name === name && applied[index].checksum === checksum;
    return applied.length === migrations.length && migrations.every(same);
  });
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

async function appliedMigrations(session: Session): Promise<Applied[]> {
  return (await session.query('select name, checksum from migration order by name')) as unknown as Applied[];
}

function missingAfter(applied: readonly Applied[], migrations: readonly Migration[]): readonly Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const ours = migrations[index];
    if (!ours) {
      throw new MigrationError(`The database is newer than this program: it knows ${name}. Start a newer release.`);
    }
    if (ours.name !== name || ours.checksum !== checksum) {
      throw new MigrationError(`${name} was changed after it was applied: put it back, and add a new migration.`);
    }
  }
  return migrations.slice(applied.length);
}
