import { footprintOf, placeAfter, readParents, switchesIn } from './effects.ts';
import type { Explored } from './explore.ts';
import { numbersOf, type Triple } from './pairs.ts';
import type { Run, Turn } from './scheduler.ts';
import { STORIES } from './stories.ts';
import { broken, differenceOf, type Stage, type Told, tell } from './tell.ts';

const ORDERS = ['ABC', 'ACB', 'BAC', 'BCA', 'CAB', 'CBA'] as const;
const whole = (turn: Turn): Run => ({ turn, steps: Number.POSITIVE_INFINITY });

/**
 * Tries three acts one after the other in each order, and a sample of the orders of their statements with two acts that are
 * stopped. Each act that commits once at most must have ended as in one of the six orders; where one commits more often the
 * end may be another one, and only errors and the ledger, which the caller verifies, tell of a fault.
 */
export async function exploreTriple(stage: Stage, triple: Triple, samples: number): Promise<Explored> {
  const story = STORIES[triple.story];
  const parents = await readParents(stage.processes[0].db);
  const run = (runs: readonly Run[]) => tell(stage, story, triple.acts, runs);
  const serial: Told[] = [];
  for (const order of ORDERS) serial.push(await run([...order].map((turn) => whole(turn as Turn))));
  const alone = new Map<Turn, readonly string[]>(
    ORDERS.map((order, n) => [order[0] as Turn, serial[n]?.statements.get(order[0] as Turn) ?? []]),
  );
  const isWhole = [...alone.values()].every((statements) => commitsOf(statements) <= 1);
  const ends = [...new Set(serial.map(({ end }) => end))];
  const next = numbersOf(samples + triple.acts.join().length);
  const placesOf = (turn: Turn) => {
    const own = footprintOf(alone.get(turn) ?? [], parents);
    const others = footprintOf(
      [...alone].flatMap(([other, statements]) => (other === turn ? [] : statements)),
      parents,
    );
    return switchesIn(own, others, parents);
  };
  const tried = new Set(serial.map(({ schedule }) => schedule));
  const faults = serial.map((told) => ({ schedule: told.schedule, differs: broken(told) }));
  let notTried = 0;
  for (let n = 0; n < samples; n += 1) {
    const [a, b, c] = [...(ORDERS[next() % ORDERS.length] as string)] as [Turn, Turn, Turn];
    const [ofA, ofB] = [placesOf(a), placesOf(b)];
    const [stepsA, stepsB] = [ofA[next() % ofA.length], ofB[next() % ofB.length]];
    if (stepsA === undefined || stepsB === undefined) {
      notTried += 1;
      continue;
    }
    const told = await run([{ turn: a, steps: stepsA }, { turn: b, steps: stepsB }, whole(c), whole(a)]);
    if (tried.has(told.schedule)) continue;
    tried.add(told.schedule);
    const differs = isWhole && !ends.includes(told.end) ? differenceOf(told.end, ends) : broken(told);
    faults.push({ schedule: told.schedule, differs });
  }
  return { schedules: tried.size, leftOut: 0, notTried, faults: faults.filter(({ differs }) => differs.length > 0) };
}

/** How often others see something new of an act. */
function commitsOf(statements: readonly string[]): number {
  let count = 0;
  statements.forEach((statement, index) => {
    const [before, after] = [placeAfter(statements.slice(0, index), index), placeAfter(statements, index + 1)];
    const isCommit = statement === 'query commit' && commitsSomething(statements.slice(0, index));
    const isWrite = before.isBetween && after.isBetween && /\b(?:insert into|update|delete from)\b/.test(statement);
    if (isCommit || isWrite) count += 1;
  });
  return count;
}

function commitsSomething(before: readonly string[]): boolean {
  const own = before.slice(before.lastIndexOf('begin'));
  return placeAfter([...own, 'query commit'], own.length + 1).hasWritten;
}
