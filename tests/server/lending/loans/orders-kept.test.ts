import { describe, expect, test } from 'vitest';
import { TEST_ENGINE, withDatabase } from '#tests/support/database/database.ts';
import { retry } from '#tests/support/orders/explore.ts';
import { nameOf, type Pair } from '#tests/support/orders/pairs.ts';
import { scheduler } from '#tests/support/orders/scheduler.ts';
import { stageOn } from '#tests/support/orders/stage.ts';
import { STORIES } from '#tests/support/orders/stories.ts';
import type { Stage } from '#tests/support/orders/tell.ts';

const leader = scheduler();
const stage: Stage = withDatabase((db) => stageOn(db, leader), { around: leader.around });

/** Orders that once ended as neither order of the whole acts. */
const KEPT: readonly (Pair & { readonly schedule: string })[] = [
  {
    story: 'an order on its way',
    acts: ['the bank is asked, and has paid', 'a colleague says that it was refused'],
    schedule: 'A13BA',
  },
  {
    story: 'an order on its way',
    acts: ['a colleague says that it was paid', 'a colleague says that it was never sent'],
    schedule: 'A1BA',
  },
  {
    story: 'an order on its way',
    acts: ['a colleague says that it was refused', 'a colleague says that it was refused'],
    schedule: 'A1BA',
  },
  {
    story: 'an order on its way',
    acts: ['a colleague says that it was refused', 'a colleague says that it was never sent'],
    schedule: 'A1BA',
  },
  { story: 'a late loan', acts: ['the client asks to pay', 'the client agrees to a plan'], schedule: 'A14B46A4' },
  { story: 'a late loan', acts: ['the client asks to pay', 'the client agrees to a plan'], schedule: 'A17B46A1' },
  {
    story: 'an order on its way',
    acts: ['a colleague says that it was refused', 'a colleague says that it was paid'],
    schedule: 'A25B38A1',
  },
  {
    story: 'an agreement',
    acts: ['a colleague makes the client a loan', 'colleagues flag the client'],
    schedule: 'A4B32A18',
  },
];

// The embedded database has one transaction at a time.
describe.runIf(TEST_ENGINE === 'postgres')('an order of statements that was a fault', () => {
  test.each(KEPT.map((kept) => [`${nameOf(kept)} in the order ${kept.schedule}`, kept] as const))(
    'ends as whole acts do: %s',
    async (_, { story, acts, schedule }) => {
      expect(await retry(stage, STORIES[story], acts, schedule)).toEqual([]);
    },
    60_000,
  );
});
