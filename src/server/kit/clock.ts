import { Temporal } from 'temporal-polyfill';

/** The lender's day begins and ends in Lima, whatever the server's time zone. */
export const BUSINESS_TIME_ZONE = 'America/Lima';

/** The two times a lender has: the instant something happened, and the business date it counts for. */
export interface Clock {
  /** Milliseconds since 1970, always real: sessions, codes and logs live by it. */
  now(): number;
  /** `YYYY-MM-DD` in Lima: due dates, prices and jobs live by it. */
  businessDate(): string;
}

export interface ClockOptions {
  /** Where instants come from. */
  readonly now?: () => number;
  /** Whole days the sandbox has moved the business date forward; instants stay real (design §8). */
  readonly offsetDays?: () => number;
}

/** The real clock, in the sandbox with a movable business date. */
export function createClock({ now = Date.now, offsetDays = () => 0 }: ClockOptions = {}): Clock {
  // A server prices thousands of offers in a second but lives through one midnight a day: the date is worked out
  // anew only when its day is over or the sandbox moves.
  let known = { from: 0, until: 0, offset: 0, date: '' };
  return {
    now,
    businessDate() {
      const instant = now();
      const offset = offsetDays();
      if (instant < known.from || instant >= known.until || offset !== known.offset) known = dayAround(instant, offset);
      return known.date;
    },
  };
}

function dayAround(instant: number, offset: number): { from: number; until: number; offset: number; date: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(BUSINESS_TIME_ZONE);
  const start = local.startOfDay();
  return {
    from: start.epochMilliseconds,
    until: start.add({ days: 1 }).epochMilliseconds,
    offset,
    date: local.toPlainDate().add({ days: offset }).toString(),
  };
}
