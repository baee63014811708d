import { type Footprint, footprintOf, placeAfter, readParents, switchesIn } from './effects.ts';
import type { Run, Turn } from './scheduler.ts';
import type { Story } from './story.ts';
import { broken, differenceOf, type Stage, type Told, tell } from './tell.ts';

export interface Explored {
  readonly schedules: number;
  /** Orders that differ from one that was tried in statements alone that touch nothing in common. */
  readonly leftOut: number;
  /** Orders that would have made a difference, and for which there was no time. */
  readonly notTried: number;
  /** Orders that end as none of whole transactions, with what differs from the nearest one. */
  readonly faults: readonly Fault[];
}

export interface Fault {
  readonly schedule: string;
  readonly differs: readonly string[];
}

interface Options {
  readonly switches: 2 | 3;
  /** At most so many orders with a third switch, spread over all of them; all unless told. */
  readonly mostOfThree?: number;
}

type Pair = readonly [string, string];
const whole = (turn: Turn): Run => ({ turn, steps: Number.POSITIVE_INFINITY });

/** Stories that were told, each order once. */
class Trials {
  readonly #tell: (runs: readonly Run[]) => Promise<Told>;
  readonly #tried = new Set<string>();
  /** Orders of whole transactions. */
  readonly between: Told[] = [];
  readonly inside: Told[] = [];

  constructor(tell: (runs: readonly Run[]) => Promise<Told>) {
    this.#tell = tell;
  }

  get count(): number {
    return this.#tried.size;
  }

  async serial(runs: readonly Run[]): Promise<Told> {
    const told = await this.#tell(runs);
    this.#tried.add(told.schedule);
    this.between.push(told);
    return told;
  }

  /** @param stopped the acts that are stopped on their way, as they are on their own, in the order of the runs */
  async take(runs: readonly Run[], stopped: readonly Footprint[]): Promise<Told> {
    const told = await this.#tell(runs);
    if (this.#tried.has(told.schedule)) return told;
    this.#tried.add(told.schedule);
    const came = runsOf(told.schedule);
    const places = stopped.map(({ statements }, n) => placeAfter(statements, came[n] ?? 0));
    const isOfWhole = places.every(({ isBetween }) => isBetween) && places.some(({ hasWritten }) => hasWritten);
    (isOfWhole ? this.between : this.inside).push(told);
    return told;
  }

  faults(): readonly Fault[] {
    const serial = [...new Set(this.between.map(({ end }) => end))];
    const wrong = this.inside
      .filter(({ end }) => !serial.includes(end))
      .map(({ schedule, end }) => ({ schedule, differs: differenceOf(end, serial) }));
    // Whole transactions, too, end without an error that somebody is told of.
    const told = this.between.map((one) => ({ schedule: one.schedule, differs: broken(one) }));
    return [...wrong, ...told.filter(({ differs }) => differs.length > 0)];
  }
}

/** The steps of each run of a schedule: `A3B14A` is 3, 14, …. */
function runsOf(schedule: string): readonly number[] {
  return [...schedule.matchAll(/[ABC](\d+)/g)].map(([, steps]) => Number(steps));
}

/** One act that is stopped, and the other one, each as it is on its own. */
interface Side {
  readonly turn: Turn;
  readonly other: Turn;
  readonly own: Footprint;
  readonly theirs: Footprint;
  /** Statements after which a switch makes a difference. */
  readonly mine: readonly number[];
  readonly others: readonly number[];
}

/**
 * Tries the orders of the statements of two acts, each in a story of its own. With two switches A is stopped after each
 * of its statements until B has ended, and the other way round; with the third one B is stopped in turn, until A has
 * ended. The end must be that of whole transactions one after the other: of an act between two transactions of another
 * one that has written something, as of a card that is charged and then booked, too.
 */
export async function explore(stage: Stage, story: Story, pair: Pair, options: Options): Promise<Explored> {
  const trials = new Trials((runs) => tell(stage, story, pair, runs));
  const parents = await readParents(stage.processes[0].db);
  const A = await trials.serial([whole('A'), whole('B')]);
  const B = await trials.serial([whole('B'), whole('A')]);
  // A job that finds what it would do in somebody's hands leaves it to its next round.
  for (const without of A.jobs)
    trials.between.push(await tell(stage, story, pair, [whole('A'), whole('B')], { without }));
  const alone = (turn: Turn) => footprintOf((turn === 'A' ? A : B).statements.get(turn) ?? [], parents);
  let [leftOut, notTried] = [0, 0];
  for (const [turn, other] of [['A', 'B'] as const, ['B', 'A'] as const]) {
    const [own, theirs] = [alone(turn), alone(other)];
    const [mine, others] = [switchesIn(own, theirs, parents), switchesIn(theirs, own, parents)];
    const side: Side = { turn, other, own, theirs, mine, others };
    leftOut += Math.max(0, own.statements.length - 1) - mine.length;
    for (const steps of mine) await trials.take([{ turn, steps }, whole(other)], [own]);
    if (options.switches < 3) continue;
    const left = await tryThree(trials, side, options.mostOfThree ?? Number.POSITIVE_INFINITY);
    leftOut += left.leftOut;
    notTried += left.notTried;
  }
  return { schedules: trials.count, leftOut, notTried, faults: trials.faults() };
}

/**
 * Tries one order again, as it is printed with a fault, `A7B3A`: a run without a number is of all that is left.
 * @returns what it ends with that neither order of the whole acts, nor one without a job, does
 */
export async function retry(stage: Stage, story: Story, pair: Pair, schedule: string): Promise<readonly string[]> {
  const runs = [...schedule.matchAll(/([AB])(\d*)/g)].map(
    ([, turn, steps]): Run => ({ turn: turn as Turn, steps: Number(steps || Number.POSITIVE_INFINITY) }),
  );
  const A = await tell(stage, story, pair, [whole('A'), whole('B')]);
  const ends = [A.end, (await tell(stage, story, pair, [whole('B'), whole('A')])).end];
  for (const without of A.jobs) ends.push((await tell(stage, story, pair, [whole('A'), whole('B')], { without })).end);
  const { end } = await tell(stage, story, pair, runs);
  return ends.includes(end) ? [] : differenceOf(end, ends);
}

async function tryThree(trials: Trials, { turn, other, own, theirs, mine, others }: Side, most: number) {
  const places = mine.flatMap((steps) => others.map((theirSteps) => [steps, theirSteps] as const));
  const chosen = spread(places, most);
  let leftOut = mine.length * Math.max(0, theirs.statements.length - 1 - others.length);
  // Where the other one had to wait it can be stopped no later.
  const waits = new Map<number, number>();
  for (const [steps, theirSteps] of chosen) {
    if (theirSteps > (waits.get(steps) ?? theirSteps)) {
      leftOut += 1;
      continue;
    }
    const { schedule } = await trials.take(
      [{ turn, steps }, { turn: other, steps: theirSteps }, whole(turn)],
      [own, theirs],
    );
    const came = schedule.startsWith(`${turn}${steps}${other}`) ? (runsOf(schedule)[1] ?? 0) : 0;
    if (came < theirSteps) waits.set(steps, came);
  }
  return { leftOut, notTried: places.length - chosen.length };
}

/** So many of them, as far apart as can be. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, n) => items[Math.floor((n * items.length) / most)] as Item);
}
