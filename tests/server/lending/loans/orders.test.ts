import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { TEST_ENGINE, withDatabase } from '#tests/support/database/database.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { type Explored, explore } from '#tests/support/orders/explore.ts';
import { MOST_MONEY, nameOf, OFTEN, triplesOf } from '#tests/support/orders/pairs.ts';
import { wake } from '#tests/support/orders/quiet.ts';
import { scheduler } from '#tests/support/orders/scheduler.ts';
import { stageOn } from '#tests/support/orders/stage.ts';
import { STORIES } from '#tests/support/orders/stories.ts';
import type { Stage } from '#tests/support/orders/tell.ts';
import { exploreTriple } from '#tests/support/orders/triples.ts';

const leader = scheduler();
const stage: Stage = withDatabase((db) => stageOn(db, leader), { around: leader.around });

/** Orders with a third switch of each pair in a full run, each way; all of them are in `npm run bench -- orders`. */
const MOST_OF_THREE = 20;
const TRIPLES = 6;

const counts: string[] = [];
afterAll(() => {
  if (counts.length > 0)
    console.log(`Orders tried; that differ in nothing; left to the benchmark:\n${counts.join('\n')}`);
});
// At night after each pair, which names the one at fault.
(IS_FULL_RUN ? afterEach : afterAll)(async () => {
  if (TEST_ENGINE !== 'postgres') return;
  const [{ db, loans }] = stage.processes;
  await wake(db);
  expect((await verify(loans)).problems).toEqual([]);
});

function expectNoFaults(name: string, { schedules, leftOut, notTried, faults }: Explored): void {
  counts.push(`${name}: ${schedules}; ${leftOut}; ${notTried}`);
  expect(faults).toEqual([]);
}

// The embedded database has one transaction at a time.
describe.runIf(TEST_ENGINE === 'postgres')('every order of the statements of two acts', () => {
  const pairs = (IS_FULL_RUN ? MOST_MONEY : OFTEN).map((pair) => [nameOf(pair), pair] as const);
  test.each(pairs)(
    'ends as whole transactions do: %s',
    async (name, { story, acts }) => {
      const switches = IS_FULL_RUN ? 3 : 2;
      expectNoFaults(name, await explore(stage, STORIES[story], acts, { switches, mostOfThree: MOST_OF_THREE }));
    },
    600_000,
  );
});

describe.runIf(TEST_ENGINE === 'postgres' && IS_FULL_RUN)('some orders of the statements of three acts', () => {
  test.each(triplesOf(1, TRIPLES).map((triple) => [nameOf(triple), triple] as const))(
    'end without an error: %s',
    async (name, triple) => expectNoFaults(name, await exploreTriple(stage, triple, 20)),
    600_000,
  );
});
