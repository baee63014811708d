import type { Clock } from '#server/kit/clock.ts';

/** A clock that is at noon of a business date until it is moved. */
export interface TestClock extends Clock {
  moveTo(businessDate: string): void;
  /** Lets time pass without a new business date: sessions and codes live by the minute. */
  pass(time: { readonly hours?: number; readonly minutes?: number; readonly seconds?: number }): void;
}

export function clockAt(businessDate: string): TestClock {
  // Noon in Lima is 17:00 UTC: the date is the same in both.
  return clockOn(businessDate, (today) => Date.parse(`${today}T17:00:00Z`));
}

/** A clock that begins each business date at seven in the morning, and passes through it by what is done. */
export function mornings(businessDate: string): TestClock {
  return clockOn(businessDate, (today) => Date.parse(`${today}T12:00:00Z`));
}

/** A clock whose business date stands until it is moved, while instants are real, as in the sandbox. */
export function dateOfClockAt(businessDate: string): TestClock {
  return clockOn(businessDate, () => Date.now());
}

function clockOn(businessDate: string, instantOn: (today: string) => number): TestClock {
  let today = businessDate;
  let passedMs = 0;
  return {
    now: () => instantOn(today) + passedMs,
    businessDate: () => today,
    moveTo(next) {
      today = next;
      passedMs = 0;
    },
    pass({ hours = 0, minutes = 0, seconds = 0 }) {
      passedMs += ((hours * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
