import { join } from 'node:path';
import pg from 'pg';
import { tryLockFile } from '#server/kit/file-lock.ts';

/** The build lock: one publisher of a site builds at a time. */
export interface Held {
  /** False once the lock was lost: its connection has broken. */
  isHeld(): Promise<boolean>;
  /** Aborted when the lock is lost: the build must stop writing. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Arbitrary, but different from the product's other advisory locks (kit/migrate.ts). */
const ADVISORY_LOCK = 7_200_451;

/** For publishers on one machine that share a data directory. */
export function fileBuildLock(dataDir: string): () => Promise<Held | undefined> {
  return async () => {
    const lock = tryLockFile(join(dataDir, 'publish.lock'));
    if (!lock) return undefined;
    const never = new AbortController().signal;
    return {
      isHeld: () => Promise.resolve(true),
      lost: never,
      release: () => Promise.resolve(lock.release()),
    };
  };
}

/**
 * For publishers that share a PostgreSQL: an advisory lock on a session of its own. The server releases it with the
 * connection, so a killed publisher blocks no other.
 * @param onLost called when the connection breaks while it holds the lock
 */
export function databaseBuildLock(
  databaseUrl: string,
  onLost: (error: Error) => void,
): () => Promise<Held | undefined> {
  return async () => {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, application_name: 'publisher' });
    const lost = new AbortController();
    let held = false;
    client.on('error', (error) => {
      held = false;
      lost.abort(new Error('the build lock was lost', { cause: error }));
      onLost(error);
    });
    await client.connect();
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [ADVISORY_LOCK]);
    held = rows[0]?.taken === true;
    if (!held) {
      await client.end();
      return undefined;
    }
    return {
      lost: lost.signal,
      isHeld: async () =>
        held &&
        client.query('select 1').then(
          () => true,
          () => false,
        ),
      release: () => client.end().catch(() => undefined),
    };
  };
}
