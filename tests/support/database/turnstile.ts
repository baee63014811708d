import { sql } from 'kysely';
import type { Database, DatabaseOptions } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { type OnStep, watchedDialect } from '../crash/dying-dialect.ts';

export interface Turnstile {
  /** Goes into the options of the database whose statements are held. */
  readonly around: NonNullable<DatabaseOptions['around']>;
  /**
   * Holds `first` at a step, `before query …` or `after commit`, lets `second` work until it is done or waits for a lock, and then lets `first` go on:
   * the one schedule in which each may have what the other one needs.
   * @returns what became of each
   */
  inTurn<First, Second>(
    db: Database<Tables>,
    first: { readonly at: (step: string) => boolean; readonly act: () => Promise<First> },
    second: () => Promise<Second>,
  ): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]>;
}

/**
 * Makes two transactions of one process meet at a chosen statement, on a real server.
 * @param onStep hears of every statement too
 */
export function turnstile(onStep: OnStep = () => undefined): Turnstile {
  let held: { at(step: string): boolean; reach(): void; readonly open: Promise<void> } | undefined;
  return {
    around: (dialect) =>
      watchedDialect(dialect, (step, connection) => {
        onStep(step, connection);
        if (!held?.at(step)) return undefined;
        const { reach, open } = held;
        // The first time only: the second transaction may send the same statement.
        held = undefined;
        reach();
        return open;
      }),
    async inTurn(db, { at, act }, second) {
      const reached = Promise.withResolvers<'reached'>();
      const opened = Promise.withResolvers<void>();
      held = { at, reach: () => reached.resolve('reached'), open: opened.promise };
      const first = act();
      const early = await Promise.race([reached.promise, first.then(() => 'done' as const)]);
      if (early === 'done') throw new Error('the step never comes');
      let isOver = false;
      const other = second().finally(() => {
        isOver = true;
      });
      while (!isOver && !(await isWaiting(db)));
      opened.resolve();
      return Promise.allSettled([first, other]);
    },
  };
}

/** Whether a transaction of this database waits for a lock. */
async function isWaiting({ kysely }: Database<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
  return rows.length > 0;
}

/** Holds at the first statement that is like this. */
export function before(statement: RegExp): (step: string) => boolean {
  return (step) => step.startsWith('before ') && statement.test(step);
}

/** Holds once the transaction that sends such a statement has been committed. */
export function afterCommitOf(statement: RegExp): (step: string) => boolean {
  let isSent = false;
  return (step) => {
    isSent ||= statement.test(step);
    return isSent && step === 'after commit';
  };
}
