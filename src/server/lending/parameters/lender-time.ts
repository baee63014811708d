import { type CalendarDate, calendarDate, daysBetween } from '#loan/calendar.ts';
import { type Clock, createClock } from '#server/kit/clock.ts';

const DAY_MS = 86_400_000;

/**
 * The instant by which deadlines run: real time shifted by the days the sandbox's business date was moved, so that an
 * offer of 72 hours expires when the date moves by three days (design §8: jobs follow the business date). Every time
 * stored with an application is in this time; codes, sessions and evidence stay in real time.
 */
export function lenderNow(clock: Clock): number {
  return clock.now() + daysAhead(clock) * DAY_MS;
}

/** By how many days the business date is ahead of the real one. */
export function daysAhead(clock: Clock): number {
  const realDate = createClock({ now: clock.now }).businessDate();
  return daysBetween(calendarDate(realDate), calendarDate(clock.businessDate()));
}

/** The calendar date of an instant in Lima. */
export function limaDateOf(instant: Date): CalendarDate {
  return calendarDate(createClock({ now: () => instant.getTime() }).businessDate());
}
