import type { Clock } from '#server/kit/clock.ts';

/** A clock that stands at noon of a business date until it is moved. */
export interface TestClock extends Clock {
  moveTo(businessDate: string): void;
}

export function clockAt(businessDate: string): TestClock {
  let today = businessDate;
  return {
    // Noon in Lima is 17:00 UTC: the date is the same in both.
    now: () => Date.parse(`${today}T17:00:00Z`),
    businessDate: () => today,
    moveTo(next) {
      today = next;
    },
  };
}
