import type { Payments } from '../payments/payments.ts';
import { endState, plainAnswer } from './end-state.ts';
import type { Run, Scheduler, Turn } from './scheduler.ts';
import type { Act, Story } from './story.ts';

/** Processes of the product on one database, one for each act, and what leads them. */
export interface Stage {
  readonly leader: Scheduler;
  /** The first one begins the stories. */
  readonly processes: readonly [Payments, Payments, Payments];
}

export interface Told {
  /** The answers, those to a second call with the same key, and everything that is stored of the client. */
  readonly end: string;
  readonly statements: ReadonlyMap<Turn, readonly string[]>;
  readonly schedule: string;
  /** Which of the acts are rounds of a job. */
  readonly jobs: readonly Turn[];
}

const notDone = async () => undefined;
const TURNS = ['A', 'B', 'C'] as const;

/** Tells a story once, with the acts in this order of their statements. */
export async function tell(
  { leader, processes }: Stage,
  story: Story,
  names: readonly string[],
  runs: readonly Run[],
  { without }: { readonly without?: Turn } = {},
): Promise<Told> {
  const [payments] = processes;
  const begun = await story.begin(payments, names);
  const acts = new Map<Turn, Act>();
  const left = [...names];
  for (const name of story.inOrder(names)) {
    const n = left.indexOf(name);
    left[n] = '';
    acts.set(TURNS[n] as Turn, await begun.prepare(name, processes[n] as Payments));
  }
  const led = await leader.lead<unknown>(
    payments.db,
    new Map([...acts].map(([turn, { act }]) => [turn, turn === without ? notDone : orWhatItThrew(act)])),
    runs,
  );
  const lines = [...led.answers].map(([turn, answer]) => `${turn} answers ${plainAnswer(answer)}`);
  for (const [turn, { again }] of acts) {
    if (again) lines.push(`${turn} is answered again ${plainAnswer(await orWhatItThrew(again)())}`);
  }
  lines.push(`outside ${plainAnswer(await begun.outside())}`);
  const state = await endState(payments.db, begun.client.personId);
  const jobs = [...acts].flatMap(([turn, { isJob }]) => (isJob ? turn : []));
  return { end: [...lines, state].join('\n'), statements: led.statements, schedule: led.schedule, jobs };
}

/** Has an act that throws end as well: nobody one after the other does. */
function orWhatItThrew(act: () => Promise<unknown>): () => Promise<unknown> {
  return () => act().catch((error: Error) => ({ threw: error.message }));
}

/** Lines of an end that nobody may be answered with. */
export function broken({ end }: Told): readonly string[] {
  return end.split('\n').filter((row) => /^[ABC] (?:answers|is answered).*(?:"threw"|"status":5)/.test(row));
}

/** Lines that are in one of two texts alone: `+` in this one, `-` in the nearest of the others. */
export function differenceOf(end: string, others: readonly string[]): readonly string[] {
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
