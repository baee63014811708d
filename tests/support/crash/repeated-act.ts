import { randomUUID } from 'node:crypto';
import { type CrashWorld, finishPayouts, type Scenario } from './crash-world.ts';

/**
 * An act of clients or staff, done again when they have had no answer: with the same key, the same codes, the same line
 * of the bank's statement.
 */
interface Act<Begun> {
  /** The situation they start from, before any process is killed. JSON. */
  readonly prepare: (world: CrashWorld) => Promise<Begun>;
  readonly perform: (world: CrashWorld, begun: Begun, key: string) => Promise<void>;
  /** Finds what is doubled, half there or, if they have had their answer, lost. */
  readonly faults: (world: CrashWorld, begun: Begun, isAnswered: boolean) => Promise<string[]>;
}

type Line<Begun> =
  | { readonly key: string; readonly begun: Begun }
  | { readonly key: string; readonly isAnswered: true };

/** Every life finishes the act of the one before it and begins another. */
export function repeatedAct<Begun>({ prepare, perform, faults }: Act<Begun>): Scenario {
  const doIt = async (world: CrashWorld, key: string, begun: Begun): Promise<void> => {
    await perform(world, begun, key);
    world.acknowledge(JSON.stringify({ key, isAnswered: true } satisfies Line<Begun>));
  };
  const check = async (world: CrashWorld, lines: readonly Line<Begun>[]): Promise<string[]> => {
    const answered = new Set(lines.flatMap((line) => ('isAnswered' in line ? line.key : [])));
    const found: string[] = [];
    for (const line of lines) {
      if ('begun' in line) found.push(...(await faults(world, line.begun, answered.has(line.key))));
    }
    return found;
  };
  return {
    check: (world, acknowledged) => check(world, read(acknowledged)),
    async recover(world, acknowledged) {
      await finishPayouts(world);
      const last = read<Begun>(acknowledged).at(-1);
      if (last && 'begun' in last) await doIt(world, last.key, last.begun);
    },
    async work(world) {
      const key = randomUUID();
      const begun = await world.unharmed(() => prepare(world));
      world.acknowledge(JSON.stringify({ key, begun } satisfies Line<Begun>));
      await doIt(world, key, begun);
    },
    // Nobody waits for an answer any more.
    settle: (world, acknowledged) =>
      check(
        world,
        read<Begun>(acknowledged).flatMap((line) => [line, { key: line.key, isAnswered: true }]),
      ),
  };
}

function read<Begun>(acknowledged: readonly string[]): Line<Begun>[] {
  return acknowledged.map((line) => JSON.parse(line) as Line<Begun>);
}
