import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { resetTestDatabase, TEST_ENGINE, withDatabase } from '#tests/support/database/database.ts';
import { explore } from '#tests/support/orders/explore.ts';
import { nameOf, type Pair } from '#tests/support/orders/pairs.ts';
import { scheduler } from '#tests/support/orders/scheduler.ts';
import { stageOn } from '#tests/support/orders/stage.ts';
import { STORIES } from '#tests/support/orders/stories.ts';
import type { Stage } from '#tests/support/orders/tell.ts';

const leader = scheduler();
// Its ledger is not verified afterwards, because what is planted breaks it.
const stage: Stage = withDatabase(
  async (db) => {
    await resetTestDatabase(db);
    return stageOn(db, leader);
  },
  { around: leader.around },
);

const TRANSFER = 'the money of a transfer is booked';
const PAYOFF = 'a transfer that pays everything is booked';
const ANOTHER_ACCOUNT = 'the client names another account';

/** Takes a lock out of every statement that is like this, until the test has ended. */
function without(lock: RegExp): void {
  const { prototype } = pg.Client as unknown as { readonly prototype: { query: (...call: unknown[]) => unknown } };
  const { query } = prototype;
  const unlocked = (text: string) => (lock.test(text) ? text.replace(/ for (?:no key )?update/, '') : text);
  prototype.query = function (first: unknown, ...rest: unknown[]) {
    const isText = typeof first === 'string';
    const { text } = isText ? { text: first } : (first as { readonly text?: string });
    const asked = text === undefined ? first : isText ? unlocked(text) : { ...(first as object), text: unlocked(text) };
    return query.call(this, asked, ...rest);
  };
  onTestFinished(() => {
    prototype.query = query;
  });
}

const ASKED_AGAIN = 'the client asks to pay, once more or for the first time';
const LOAN = /from "loan"/;
const PERSON = /from "person"/;

/**
 * Pairs that one lock alone keeps apart; the key of a call is guarded by that of its client. Behind the locks of payments,
 * unnamed money and refunds there are unique indexes and conditions on the state too: without one of those locks every order
 * still ends well.
 */
const PAIRS: readonly (readonly [of: string, lock: RegExp, pair: Pair])[] = [
  ['loan', LOAN, { story: 'a late loan', acts: [TRANSFER, PAYOFF] }],
  ['key', PERSON, { story: 'a late loan', acts: [ASKED_AGAIN, ASKED_AGAIN] }],
  ['client', PERSON, { story: 'a signed loan', acts: [ANOTHER_ACCOUNT, ANOTHER_ACCOUNT] }],
  ['loan', LOAN, { story: 'a late loan', acts: [TRANSFER, TRANSFER] }],
  ['loan', LOAN, { story: 'a late loan', acts: ['a payment is paid back', 'a payment is paid back'] }],
];

describe.runIf(TEST_ENGINE === 'postgres')('without a lock a wrong end is found', () => {
  test.each(
    (IS_FULL_RUN ? PAIRS : PAIRS.slice(0, 3)).map(([of, lock, pair]) => [of, nameOf(pair), lock, pair] as const),
  )(
    'of a %s: %s',
    async (_of, _name, lock, { story, acts }) => {
      without(lock);
      const { faults } = await explore(stage, STORIES[story], acts, { switches: 2 });
      expect(faults).not.toEqual([]);
      // Each is a schedule of a few runs.
      expect(Math.max(...faults.map(({ schedule }) => (schedule.match(/[AB]/g) ?? []).length))).toBeLessThanOrEqual(12);
    },
    180_000,
  );
});
