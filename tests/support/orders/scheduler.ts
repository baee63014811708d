import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { type Dialect, sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { watchedDialect } from '../crash/dying-dialect.ts';

/** Which of two acts. */
export type Turn = 'A' | 'B';
/** So many statements of an act, or all that are left: `A7B*A*` is written `A7BA`. */
export interface Run {
  readonly turn: Turn;
  readonly steps: number;
}

/** An act that is led statement by statement. */
class Led {
  /** Its statements in the order in which they were let go. */
  readonly statements: string[] = [];
  isDone = false;
  #isFree = false;
  readonly #waiting: { readonly statement: string; readonly go: () => void }[] = [];
  #changed = Promise.withResolvers<void>();

  /** Asked before each statement: waits for its turn. */
  arrive(statement: string): Promise<void> {
    if (this.#isFree) return Promise.resolve();
    return new Promise((go) => {
      this.#waiting.push({ statement, go });
      this.#tell();
    });
  }

  /** Leads it no more: it goes on by itself. */
  free(): void {
    this.#isFree = true;
    for (const { go } of this.#waiting.splice(0)) go();
  }

  end(): void {
    this.isDone = true;
    this.#tell();
  }

  get isAtRest(): boolean {
    return this.isDone || this.#waiting.length > 0;
  }

  /** Lets its next statement go; it must be at rest. */
  go(): void {
    const next = this.#waiting.shift();
    if (!next) return;
    this.statements.push(next.statement);
    next.go();
  }

  /** Comes when it has arrived somewhere or ended, or after a while. */
  async change(withinMs: number): Promise<void> {
    await Promise.race([this.#changed.promise, setTimeout(withinMs)]);
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

export interface Ended<Answer> {
  readonly answers: Readonly<Record<Turn, Answer>>;
  readonly statements: Readonly<Record<Turn, readonly string[]>>;
  /** The runs as they came: an act that waits for a lock gives its turn away. */
  readonly schedule: string;
}

export interface Scheduler {
  readonly around: (dialect: Dialect) => Dialect;
  /**
   * Does two acts at once, each on its own connection, in this order of their statements; what is left when the runs are
   * over is done by the act of the last run first.
   * @throws Error when both wait and the database does not end one of them
   */
  lead<Answer>(
    db: Database<Tables>,
    acts: Readonly<Record<Turn, () => Promise<Answer>>>,
    runs: readonly Run[],
  ): Promise<Ended<Answer>>;
}

const LOOK_MS = 2;
/** So long does nothing come of an act that waits for the other one outside of the database. */
const IN_PROCESS_MS = 2_000;
/** Turns after the runs: an act may wait for a lock several times. */
const MOST_TURNS = 12;
/** Longer than any act takes, with the pause before a second try. */
const STUCK_MS = 20_000;

/** Leads two acts of one process, on a real server. */
export function scheduler(): Scheduler {
  const acting = new AsyncLocalStorage<Led>();
  return {
    around: (dialect) =>
      watchedDialect(dialect, (step) => {
        const led = acting.getStore();
        return led && step.startsWith('before ') ? led.arrive(step.slice('before '.length)) : undefined;
      }),
    async lead(db, acts, runs) {
      const led = { A: new Led(), B: new Led() };
      const begin = (turn: Turn) =>
        acting.run(led[turn], async () => {
          try {
            return await acts[turn]();
          } finally {
            led[turn].end();
          }
        });
      const both = Promise.all([begin('A'), begin('B')]);
      both.catch(() => undefined);
      const schedule = await runAll(db, led, runs).finally(() => {
        led.A.free();
        led.B.free();
      });
      const [A, B] = await both;
      return { answers: { A, B }, statements: { A: led.A.statements, B: led.B.statements }, schedule };
    },
  };
}

const otherOf = (turn: Turn): Turn => (turn === 'A' ? 'B' : 'A');

async function runAll(db: Database<Tables>, led: Readonly<Record<Turn, Led>>, runs: readonly Run[]): Promise<string> {
  let schedule = '';
  const last = runs.at(-1)?.turn ?? 'A';
  const rest = Array.from(
    { length: MOST_TURNS },
    (_, n): Run => ({ turn: n % 2 ? otherOf(last) : last, steps: Infinity }),
  );
  for (const { turn, steps } of [...runs, ...rest]) {
    let done = 0;
    while (done < steps && (await mayGo(db, led[turn], led[otherOf(turn)]))) {
      led[turn].go();
      done += 1;
    }
    if (done > 0) schedule += `${turn}${done}`;
  }
  if (!led.A.isDone || !led.B.isDone) throw new Error(`${schedule}: both acts wait`);
  return schedule;
}

/**
 * Waits until an act is before its next statement and the other one does nothing by itself.
 * @returns false when the act has ended, or waits for a lock of the other one
 */
async function mayGo(db: Database<Tables>, one: Led, other: Led): Promise<boolean> {
  const since = performance.now();
  for (;;) {
    if (one.isAtRest && other.isAtRest) return !one.isDone;
    await (one.isAtRest ? other : one).change(LOOK_MS);
    const waited = performance.now() - since;
    if (waited > STUCK_MS) throw new Error('an act goes on for too long');
    if (isForTheOther(one, other) && ((await countWaiting(db)) === 1 || waited > IN_PROCESS_MS)) return one.isAtRest;
  }
}

/**
 * Tells whether one of two acts may wait for the other: for a lock or, in this process, for the answer to a question that
 * both ask. Who has ended keeps nobody waiting: the other one is only waking up.
 */
function isForTheOther(one: Led, other: Led): boolean {
  return !one.isDone && !other.isDone && one.isAtRest !== other.isAtRest;
}

async function countWaiting({ kysely }: Database<Tables>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
  return rows[0]?.waiting ?? 0;
}
