import type { Payments } from '../payments/payments.ts';
import { ACTS, type ActName, aLateDebtor } from './acts.ts';
import { endState, plainAnswer } from './end-state.ts';
import type { Run, Scheduler, Turn } from './scheduler.ts';

interface Story {
  /** Both answers, and everything that is stored of the loan and its client. */
  readonly end: string;
  readonly statements: Readonly<Record<Turn, readonly string[]>>;
  readonly schedule: string;
}

export interface Explored {
  readonly schedules: number;
  /** Orders that differ from one that was tried in statements alone that touch no common table. */
  readonly leftOut: number;
  /** Orders that end as none of whole transactions, with what differs from the nearest one. */
  readonly faults: readonly { readonly schedule: string; readonly differs: readonly string[] }[];
}

/**
 * Tries the orders of the statements of two acts on one loan with at most two switches, each on a loan of its own: A is
 * stopped after each of its statements until B has ended, and the other way round. The end must be that of whole
 * transactions one after the other: of an act between two transactions of another one, as of a card that is charged and
 * then booked, too.
 */
export async function explore(
  payments: Payments,
  leader: Scheduler,
  [a, b]: readonly [ActName, ActName],
): Promise<Explored> {
  const run = (runs: readonly Run[]) => tell(payments, leader, { A: a, B: b }, runs);
  const whole = (turn: Turn): Run => ({ turn, steps: Number.POSITIVE_INFINITY });
  const first = await run([whole('A'), whole('B')]);
  const second = await run([whole('B'), whole('A')]);
  const [inside, between]: [Story[], Story[]] = [[], []];
  let [schedules, leftOut] = [0, 0];
  for (const [turn, other] of [
    ['A', 'B'],
    ['B', 'A'],
  ] as const) {
    const [own, theirs] = (turn === 'A' ? [first, second] : [second, first]).map(
      ({ statements }, n) => statements[n === 0 ? turn : other],
    ) as [readonly string[], readonly string[]];
    const tables = new Set(theirs.flatMap(tablesOf));
    for (let steps = 1; steps < own.length; steps += 1) {
      // Whether this statement comes before or after all of the other act is the same; a commit ends a transaction.
      const statement = own[steps - 1] ?? '';
      if (statement !== 'query commit' && !tablesOf(statement).some((table) => tables.has(table))) {
        leftOut += 1;
        continue;
      }
      const story = await run([{ turn, steps }, whole(other)]);
      schedules += 1;
      if (isInTransaction(own.slice(0, steps))) inside.push(story);
      else between.push(story);
    }
  }
  const serial = new Set([first, second, ...between].map(({ end }) => end));
  const wrong = inside
    .filter(({ end }) => !serial.has(end))
    .map(({ schedule, end }) => ({ schedule, differs: differenceOf(end, [...serial]) }));
  // Whole transactions, too, end without an error that somebody is told of.
  const broken = [first, second, ...between].flatMap(({ schedule, end }) => {
    const differs = end.split('\n').filter((row) => /"threw"|"status":5/.test(row));
    return differs.length > 0 ? [{ schedule, differs }] : [];
  });
  return { schedules, leftOut, faults: [...wrong, ...broken] };
}

async function tell(
  payments: Payments,
  leader: Scheduler,
  names: Readonly<Record<Turn, ActName>>,
  runs: readonly Run[],
): Promise<Story> {
  const debtor = await aLateDebtor(payments);
  const [A, B] = [await ACTS[names.A](payments, debtor), await ACTS[names.B](payments, debtor)];
  const led = await leader.lead<unknown>(payments.db, { A: orWhatItThrew(A), B: orWhatItThrew(B) }, runs);
  const state = await endState(payments.db, { loanId: debtor.loan.id, personId: debtor.personId });
  const answers = [led.answers.A, led.answers.B].map(plainAnswer);
  return { end: [...answers, state].join('\n'), statements: led.statements, schedule: led.schedule };
}

/** Has an act that throws end as well: nobody one after the other does. */
function orWhatItThrew(act: () => Promise<unknown>): () => Promise<unknown> {
  return () => act().catch((error: Error) => ({ threw: error.message }));
}

/** Tells whether a transaction is open after these statements. */
function isInTransaction(statements: readonly string[]): boolean {
  const last = statements.findLast((statement) => /^(?:begin|query (?:commit|rollback))$/.test(statement));
  return last === 'begin';
}

/** Tables that a statement names. */
function tablesOf(statement: string): readonly string[] {
  return [...statement.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)"?/g)].map(([, table = '']) => table);
}

/** Lines that are in one of two texts alone: `+` in this one, `-` in the nearest of the others. */
function differenceOf(end: string, others: readonly string[]): readonly string[] {
  const only = (one: string, other: string, sign: string) => {
    const left = other.split('\n');
    return one.split('\n').flatMap((row) => {
      const place = left.indexOf(row);
      if (place < 0) return [`${sign} ${row}`];
      left.splice(place, 1);
      return [];
    });
  };
  const all = others.map((other) => [...only(end, other, '+'), ...only(other, end, '-')]);
  return all.sort((a, b) => a.length - b.length)[0] ?? [];
}
