import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { type Dialect, sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { watchedDialect } from '../crash/dying-dialect.ts';

/** Which of the acts. */
export type Turn = 'A' | 'B' | 'C';
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
  /** By turn, as `statements` are. */
  readonly answers: ReadonlyMap<Turn, Answer>;
  readonly statements: ReadonlyMap<Turn, readonly string[]>;
  /** The runs as they came: an act that waits for a lock gives its turn away. */
  readonly schedule: string;
}

export type Acts<Answer> = ReadonlyMap<Turn, () => Promise<Answer>>;

export interface Scheduler {
  /** For the database that is led. */
  readonly around: (dialect: Dialect) => Dialect;
  /** Does the acts in this order of their statements; when the runs are over, each goes on to its end. */
  lead<Answer>(db: Database<Tables>, acts: Acts<Answer>, runs: readonly Run[]): Promise<Ended<Answer>>;
}

const LOOK_MS = 2;
/** So long does nothing come of an act that waits for another one outside of the database. */
const IN_PROCESS_MS = 2_000;
/** Turns after the runs: an act may wait for a lock several times. */
const MOST_TURNS = 12;
/** Longer than any act takes, with the pause before a second try. */
const STUCK_MS = 20_000;

/** Leads acts of one process, on a real server. */
export function scheduler(): Scheduler {
  const acting = new AsyncLocalStorage<Led>();
  return {
    around: (dialect) =>
      watchedDialect(dialect, (step) => {
        const led = acting.getStore();
        return led && step.startsWith('before ') ? led.arrive(step.slice('before '.length)) : undefined;
      }),
    async lead<Answer>(db: Database<Tables>, acts: Acts<Answer>, runs: readonly Run[]) {
      const led = new Map([...acts.keys()].map((turn) => [turn, new Led()]));
      const begin = (turn: Turn, act: () => Promise<Answer>) =>
        acting.run(ledOf(led, turn), async (): Promise<readonly [Turn, Answer]> => {
          try {
            return [turn, await act()];
          } finally {
            ledOf(led, turn).end();
          }
        });
      const all = Promise.all([...acts].map(([turn, act]) => begin(turn, act)));
      all.catch(() => undefined);
      const schedule = await runAll(db, led, runs).finally(() => {
        for (const one of led.values()) one.free();
      });
      const statements = new Map([...led].map(([turn, one]) => [turn, one.statements]));
      return { answers: new Map(await all), statements, schedule };
    },
  };
}

type LedActs = ReadonlyMap<Turn, Led>;

function ledOf(led: LedActs, turn: Turn): Led {
  const one = led.get(turn);
  if (!one) throw new Error(`there is no act ${turn}`);
  return one;
}

async function runAll(db: Database<Tables>, led: LedActs, runs: readonly Run[]): Promise<string> {
  let schedule = '';
  const turns = [...led.keys()];
  const last = turns.indexOf(runs.at(-1)?.turn ?? 'A');
  const rest = Array.from(
    { length: MOST_TURNS * (turns.length - 1) },
    (_, n): Run => ({ turn: turns[(last + n) % turns.length] as Turn, steps: Number.POSITIVE_INFINITY }),
  );
  for (const { turn, steps } of [...runs, ...rest]) {
    let done = 0;
    while (done < steps && (await mayGo(db, led, ledOf(led, turn)))) {
      ledOf(led, turn).go();
      done += 1;
    }
    if (done > 0) schedule += `${turn}${done}`;
  }
  if (![...led.values()].every(({ isDone }) => isDone)) throw new Error(`${schedule}: the acts wait for each other`);
  return schedule;
}

/**
 * Waits until an act is before its next statement and the others do nothing by themselves.
 * @returns false when the act has ended, or waits for a lock of another one
 */
async function mayGo(db: Database<Tables>, led: LedActs, one: Led): Promise<boolean> {
  const since = performance.now();
  for (;;) {
    const going = [...led.values()].filter(({ isAtRest }) => !isAtRest);
    if (going.length === 0) return !one.isDone;
    await Promise.race(going.map((act) => act.change(LOOK_MS)));
    const waited = performance.now() - since;
    if (waited > STUCK_MS) throw new Error('an act goes on for too long');
    const waiting = waitingForAnother(led);
    if (waiting > 0 && ((await countWaiting(db)) === waiting || waited > IN_PROCESS_MS)) {
      return !one.isDone && one.isAtRest;
    }
  }
}

/**
 * Counts the acts that may wait for another: for a lock or, in this process, for the answer to a question that both ask.
 * Who has ended keeps nobody waiting: the others are only waking up. 0 also when nobody is left to be waited for.
 */
function waitingForAnother(led: LedActs): number {
  const left = [...led.values()].filter(({ isDone }) => !isDone);
  const going = left.filter(({ isAtRest }) => !isAtRest).length;
  return going < left.length ? going : 0;
}

async function countWaiting({ kysely }: Database<Tables>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
  return rows[0]?.waiting ?? 0;
}
