import { afterAll, describe, expect, test } from 'vitest';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { ACTS, type ActName } from '#tests/support/orders/acts.ts';
import { explore } from '#tests/support/orders/explore.ts';
import { scheduler } from '#tests/support/orders/scheduler.ts';
import { withPayments } from '#tests/support/payments/payments.ts';

const leader = scheduler();
// One process reads its parameters once for everybody who asks: kept for a while, no act waits for another's read.
const payments = withPayments({ around: leader.around, parameterMaxAgeMs: 60_000 });

type Pair = readonly [ActName, ActName];

/** The pairs that meet most often, and carry most money. */
const OFTEN: readonly Pair[] = [
  ['the money of a transfer is booked', 'a transfer that pays everything is booked'],
  ['the money of a transfer is booked', 'the day is closed'],
  ['the money of a transfer is booked', 'the client gives a payment up'],
  ['the money of a transfer is booked', 'a payment is paid back'],
  ['a colleague matches unnamed money', 'a colleague has unnamed money returned'],
  ['a colleague matches unnamed money', 'a transfer that pays everything is booked'],
  ['a card is charged', 'a transfer that pays everything is booked'],
  ['the message about a paid code is read', 'the money of a transfer is booked'],
  ['the client promises to pay', 'a transfer that pays everything is booked'],
  ['the client asks to pay', 'the client asks to pay in another window'],
];

/** A card's form is of one day, and the close begins after midnight. */
const NEVER_MEET: readonly string[] = ['a card is charged / the day is closed'];

function everyPair(): readonly Pair[] {
  const names = Object.keys(ACTS) as ActName[];
  const pairs = names.flatMap((a, n) => names.slice(n).map((b): Pair => [a, b]));
  return pairs.filter((pair) => !NEVER_MEET.includes(pair.join(' / ')));
}

const counts: string[] = [];
afterAll(() => {
  if (counts.length > 0)
    console.log(`Orders tried, and left out because they differ in nothing:\n${counts.join('\n')}`);
});

// The embedded database has one transaction at a time.
describe.runIf(TEST_ENGINE === 'postgres')('every order of the statements of two acts', () => {
  test.each(IS_FULL_RUN ? everyPair() : OFTEN)(
    'ends as whole transactions do: %s / %s',
    async (...pair) => {
      const { schedules, leftOut, faults } = await explore(payments, leader, pair);
      counts.push(`${pair.join(' / ')}: ${schedules}, ${leftOut}`);
      expect(faults).toEqual([]);
      // Two that touch no common table have orders that are all left out.
      expect(schedules + leftOut).toBeGreaterThan(0);
    },
    180_000,
  );
});
