import { join } from 'node:path';
import pg from 'pg';
import { tryLockFile } from '#server/kit/file-lock.ts';

/** The right to build, which one publisher of a site has at a time. */
export interface Held {
  /** False once it was lost without being given back: the connection it lived on is gone. */
  isHeld(): Promise<boolean>;
  /** Aborted at that moment: whoever builds must leave the folders to the next one. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Any number that no other part of the product locks with (kit/migrate.ts has its own). */
const ADVISORY_LOCK = 7_200_451;

/** For one machine: publishers that share a data directory. */
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
 * For several publishers on one PostgreSQL: an advisory lock of a session of its own, which the server drops with the
 * connection, so that a publisher that was killed keeps nobody waiting.
 * @param onLost told of a connection that broke while it held the lock
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
