import { Temporal } from 'temporal-polyfill';

/** The business date changes at midnight in Lima, whatever the server's time zone. */
export const BUSINESS_TIME_ZONE = 'America/Lima';

/** The lender's two times: the instant something happened, and the business date it counts for. */
export interface Clock {
  /** Milliseconds since 1970, always real: for sessions, codes and logs. */
  now(): number;
  /** `YYYY-MM-DD` in Lima: for due dates, prices and jobs. */
  businessDate(): string;
}

export interface ClockOptions {
  /** The source of instants. */
  readonly now?: () => number;
  /** Whole days the sandbox has moved the business date forward; instants stay real (design §8). */
  readonly offsetDays?: () => number;
}

/** The real clock, in the sandbox with a movable business date. */
export function createClock({ now = Date.now, offsetDays = () => 0 }: ClockOptions = {}): Clock {
  // A server prices thousands of offers a second: the date is computed only when its day is over or the sandbox moves
  // it.
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
