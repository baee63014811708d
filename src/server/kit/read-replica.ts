import { type RawBuilder, sql } from 'kysely';
import { type Database, openDatabase } from './db.ts';
import type { Log } from './log.ts';
import { waitWithTimeout } from './wait-with-timeout.ts';

/** Where a list is read. */
export interface ReadSource<Tables> {
  readonly db: Database<Tables>;
  /** Everything that was committed by then is in it. */
  readonly asOf: Date;
  readonly isReplica: boolean;
}

/** A replica of the database, some moments behind it: lists are read from it, and nothing is decided by it. */
export interface ReadReplica<Tables> {
  /** The replica, when it is fresh; else the database itself, and `now`. */
  source(primary: Database<Tables>, now: number): Promise<ReadSource<Tables>>;
  standing(primary: Database<Tables>): Promise<ReplicaStanding>;
  close(): Promise<void>;
}

interface ReplicaStanding {
  /** Whether it answers and is a replica of this database. */
  readonly isUp: boolean;
  /** 0 while it has everything, also when nothing is written for hours; undefined when nobody can say. */
  readonly lagSeconds: number | undefined;
}

type ReplicaState =
  /** `asOf`: of its last transaction; undefined when none has come since it was started. */
  | { readonly kind: 'fresh' | 'old'; readonly asOf: Date | undefined; readonly ageSeconds: number | undefined }
  | { readonly kind: 'not-a-replica' | 'of-another-database' | 'unreachable' };

interface ReplicaOptions {
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** A text that identifies the database: a replica returns the same one, any other database another one. */
  readonly identity: RawBuilder<{ readonly identity: string }>;
  /** The oldest last transaction with which lists are read from it. */
  readonly maxAgeSeconds?: number;
}

/** Older than this a list would show what colleagues no longer remember having changed. */
const MAX_AGE_SECONDS = 30;
/** Lists are for a few people. */
const CONNECTIONS = 4;
/** A list does not wait for a replica that says nothing: the database itself answers sooner. */
const LOOK_MS = 1_000;
/** How long one that did not answer is left alone. */
const LEFT_ALONE_MS = 10_000;

/** Opens a replica. One that cannot be reached is no reason not to start: lists are then read from the database itself. */
export async function openReadReplica<Tables>(
  databaseUrl: string,
  { log, identity, maxAgeSeconds = MAX_AGE_SECONDS }: ReplicaOptions,
): Promise<ReadReplica<Tables>> {
  const db = await openDatabase<Tables>({ databaseUrl }, { maxConnections: CONNECTIONS });
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  let said: ReplicaState['kind'] | undefined;

  async function look(primary: Database<Tables>): Promise<ReplicaState> {
    if (performance.now() < leftAloneUntil) return { kind: 'unreachable' };
    let state: ReplicaState = { kind: 'unreachable' };
    const looking = stateOf(db, primary, identity, maxAgeSeconds).then(
      (found) => {
        state = found;
      },
      () => undefined,
    );
    await waitWithTimeout(looking, LOOK_MS);
    if (state.kind === 'unreachable') leftAloneUntil = performance.now() + LEFT_ALONE_MS;
    tell(state.kind);
    return state;
  }

  /** Once for each change: an idle evening makes a replica old and fresh again all the time, which nobody has to read. */
  function tell(kind: ReplicaState['kind']): void {
    const told = kind === 'old' ? 'fresh' : kind;
    if (told === said) return;
    if (told !== 'fresh') log.warn({ replica: told }, 'lists are read from the database itself');
    else if (said !== undefined) log.info('lists are read from the replica again');
    said = told;
  }

  return {
    async source(primary, now) {
      const state = await look(primary);
      if (state.kind !== 'fresh' || !state.asOf) return { db: primary, asOf: new Date(now), isReplica: false };
      return { db, asOf: state.asOf, isReplica: true };
    },
    async standing(primary) {
      const state = await look(primary);
      if (state.kind !== 'fresh' && state.kind !== 'old') return { isUp: false, lagSeconds: undefined };
      const behind = await bytesBehind(db, primary).catch(() => undefined);
      return { isUp: true, lagSeconds: behind === 0 ? 0 : behind && state.ageSeconds };
    },
    close: () => db.close(),
  };
}

interface Looked {
  readonly identity: string;
  readonly is_replica: boolean;
  readonly as_of: Date | null;
  readonly age: number | null;
}

async function stateOf<Tables>(
  { kysely }: Database<Tables>,
  primary: Database<Tables>,
  identity: ReplicaOptions['identity'],
  maxAgeSeconds: number,
): Promise<ReplicaState> {
  // The clocks of both servers are set by NTP: an age below zero is none.
  const { rows } = await sql<Looked>`select identity, pg_is_in_recovery() as is_replica,
      pg_last_xact_replay_timestamp() as as_of,
      greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 as age
    from (${identity}) this`.execute(kysely);
  const [found] = rows;
  if (!found?.is_replica) return { kind: 'not-a-replica' };
  const [own] = (await identity.execute(primary.kysely)).rows;
  if (own?.identity !== found.identity) return { kind: 'of-another-database' };
  const ageSeconds = found.age ?? undefined;
  const isFresh = ageSeconds !== undefined && ageSeconds <= maxAgeSeconds;
  return { kind: isFresh ? 'fresh' : 'old', asOf: found.as_of ?? undefined, ageSeconds };
}

/** How much of the primary's log has not been replayed. */
async function bytesBehind<Tables>(replica: Database<Tables>, primary: Database<Tables>): Promise<number> {
  const written = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(primary.kysely);
  const { rows } = await sql<{ behind: number }>`
    select pg_wal_lsn_diff(${written.rows[0]?.at}::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind`.execute(
    replica.kysely,
  );
  return Math.max(0, rows[0]?.behind ?? 0);
}
