import type { Expression, ExpressionBuilder, Generated, Kysely, Selectable, SqlBool } from 'kysely';
import type { Log } from './log.ts';
import type { Tables } from './tables.ts';

/** Tables whose rows can be work. */
type WorkTable = {
  [Table in keyof Tables]: Tables[Table] extends { readonly id: string } ? Table : never;
}[keyof Tables];

type InstantColumn<Table extends WorkTable> = {
  [Column in keyof Tables[Table] & string]: Tables[Table][Column] extends Date | null ? Column : never;
}[keyof Tables[Table] & string];

/**
 * Work that lies in rows of its own, written in the transaction that causes it (decision 40). The states of a row are
 * the business of its kind; the queue only knows when its next turn is.
 */
export interface WorkQueue<Table extends WorkTable> {
  readonly table: Table;
  /** The column with the instant of a row's next turn, or the end of the lease of the copy that has claimed it. */
  readonly turn: InstantColumn<Table>;
  /** Whether a claim is counted in the row's `attempts`. */
  readonly countsAttempts: boolean;
  /** Rows that still are work. */
  readonly isOpen: (row: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>;
  /**
   * Lease: how long a row belongs to the copy that claimed it. It must be longer than the work can take; a copy that
   * dies keeps it no longer than this.
   */
  readonly leaseMs: number;
  /** Most rows of one claim. */
  readonly batch: number;
}

/** One row that this claim, and no other, has changed. */
export interface Claim<Table extends WorkTable> {
  /** The row as the claim left it: its own attempt is counted. */
  readonly row: Selectable<Tables[Table]>;
  /** Milliseconds since 1970; no later claim of the same row has the same. */
  readonly leaseUntil: number;
}

/**
 * Claims rows whose turn it is, the longest due first. One statement: its lock ends with it, so nothing is worked on
 * inside a transaction, and rows that another copy is claiming at this moment are passed over.
 */
export async function claimDue<Table extends WorkTable>(
  db: Kysely<Tables>,
  queue: WorkQueue<Table>,
  now: number,
): Promise<Claim<Table>[]> {
  const { work, turn } = columnsOf(queue);
  const leaseUntil = now + queue.leaseMs;
  const rows = await untyped(db)
    // Apart from the update, so that it runs once: as a subquery a plan may run it again and claim more than a batch.
    .with('due', (due) =>
      due
        .selectFrom(work)
        .select(['id', `${turn} as due_at`])
        .where(turn, '<=', new Date(now))
        .where((row) => queue.isOpen(row as unknown as ExpressionBuilder<Tables, Table>))
        .orderBy(turn)
        .orderBy('id')
        .limit(queue.batch)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable(work)
    .from('due')
    .set((row) => ({
      [turn]: new Date(leaseUntil),
      ...(queue.countsAttempts && { attempts: row('work.attempts', '+', 1) }),
    }))
    .whereRef('work.id', '=', 'due.id')
    .returningAll('work')
    .returning('due.due_at')
    .execute();
  return rows
    .sort((a, b) => Number(a.due_at) - Number(b.due_at) || (a.id < b.id ? -1 : 1))
    .map(({ due_at: _, ...row }) => ({ row: row as unknown as Selectable<Tables[Table]>, leaseUntil }));
}

/**
 * Gives a claimed row its next turn. Only while the claim holds: a row that has ended stays as it is, and one that
 * another copy has claimed since is that copy's.
 * @returns whether it did
 */
export function postponeClaim<Table extends WorkTable>(
  db: Kysely<Tables>,
  queue: WorkQueue<Table>,
  claim: Claim<Table>,
  until: number,
): Promise<boolean> {
  return endClaim(db, queue, claim, { until, attempts: 0 });
}

async function endClaim<Table extends WorkTable>(
  db: Kysely<Tables>,
  queue: WorkQueue<Table>,
  { row, leaseUntil }: Claim<Table>,
  { until, attempts }: { readonly until: number; readonly attempts: number },
): Promise<boolean> {
  const { work, turn } = columnsOf(queue);
  const { numUpdatedRows } = await untyped(db)
    .updateTable(work)
    .set((each) => ({
      [turn]: new Date(until),
      ...(attempts !== 0 && { attempts: each('work.attempts', '+', attempts) }),
    }))
    .where('id', '=', (row as unknown as WorkRow).id)
    .where(turn, '=', new Date(leaseUntil))
    .where((open) => queue.isOpen(open as unknown as ExpressionBuilder<Tables, Table>))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * One round: claims a batch and works on one row after another. What fails keeps no other row from its turn; without a
 * word from `failed` it comes again when its lease ends. Told to stop, it ends the row it works on and gives the others
 * back.
 * @returns how many were claimed
 */
export async function workRound<Table extends WorkTable>(
  db: Kysely<Tables>,
  queue: WorkQueue<Table>,
  now: number,
  {
    work,
    failed,
    isStopped = () => false,
  }: {
    readonly work: (claim: Claim<Table>) => Promise<void>;
    readonly failed: (claim: Claim<Table>, error: Error) => Promise<void> | void;
    readonly isStopped?: (() => boolean) | undefined;
  },
): Promise<number> {
  const claims = await claimDue(db, queue, now);
  for (const claim of claims) {
    if (isStopped()) {
      await endClaim(db, queue, claim, { until: now, attempts: queue.countsAttempts ? -1 : 0 });
      continue;
    }
    try {
      await work(claim);
    } catch (error) {
      await failed(claim, error as Error);
    }
  }
  return claims.length;
}

/** Rows that are due, and how long the first of them has waited to be claimed. */
export async function readBacklog<Table extends WorkTable>(
  db: Kysely<Tables>,
  queue: WorkQueue<Table>,
  now: number,
): Promise<{ readonly due: number; readonly oldestMs: number }> {
  const { work, turn } = columnsOf(queue);
  const { due, oldest } = await untyped(db)
    .selectFrom(work)
    .select((row) => [row.fn.countAll<number>().as('due'), row.fn.min(`work.${turn}` as 'work.turn').as('oldest')])
    .where(turn, '<=', new Date(now))
    .where((row) => queue.isOpen(row as unknown as ExpressionBuilder<Tables, Table>))
    .executeTakeFirstOrThrow();
  return { due: Number(due), oldestMs: oldest ? now - oldest.getTime() : 0 };
}

/** Delay before the next try after the n-th attempt: twice as long each time, up to a limit. */
export function backOffMs({ firstMs, longestMs }: BackOff, attempts: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}

export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

export interface RunningJob {
  /** Lets the round in progress end: of a queue, the row in progress. */
  stop(): Promise<void>;
}

/** Runs a job again and again, never twice at once; a failure is logged and the next round tries anew. */
export function repeat(everyMs: number, log: Log, job: () => Promise<unknown>): RunningJob {
  return start(everyMs, log, job);
}

/** Repeats rounds of a queue: the next one follows at once while there was something to claim. */
export function repeatUntilEmpty(
  everyMs: number,
  log: Log,
  round: (isStopped: () => boolean) => Promise<number>,
): RunningJob {
  return start(everyMs, log, async (isStopped) => {
    while ((await round(isStopped)) > 0 && !isStopped());
  });
}

export function together(jobs: readonly RunningJob[]): RunningJob {
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

function start(everyMs: number, log: Log, job: (isStopped: () => boolean) => Promise<unknown>): RunningJob {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = (error: unknown): void => log.error({ err: error }, 'a job failed');
  const round = (): void => {
    // Also what a job or the log throws at once must neither end the process nor the rounds.
    running = Promise.resolve()
      .then(() => job(() => stopped))
      .catch(tell)
      .catch(() => undefined)
      .then(() => {
        if (!stopped) timer = setTimeout(round, everyMs).unref();
      });
  };
  timer = setTimeout(round, 0).unref();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** The columns that the queue itself reads. `WorkQueue` has checked that table and column exist. */
interface WorkRow {
  readonly id: string;
  readonly turn: Date | null;
  readonly attempts: Generated<number>;
}

function untyped(db: Kysely<Tables>): Kysely<{ readonly work: WorkRow }> {
  return db as unknown as Kysely<{ readonly work: WorkRow }>;
}

function columnsOf({ table, turn }: { readonly table: string; readonly turn: string }) {
  return { work: `${table} as work` as 'work', turn: turn as 'turn' };
}
