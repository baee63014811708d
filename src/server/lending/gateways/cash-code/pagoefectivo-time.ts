import { Temporal } from 'temporal-polyfill';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { BUSINESS_TIME_ZONE } from '#server/kit/clock.ts';

/** Writes an instant as PagoEfectivo does and wants it: `2026-01-15T12:00:00-05:00`. */
export function writeInstant(atMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(BUSINESS_TIME_ZONE);
  return local.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** Date of the year 1900, as which a missing one is written. */
const NO_DATE = /^1900-01-01/;

/**
 * An instant with its offset, or Lima's time without one, with a blank or a `T`; undefined when it is not an instant, or
 * a missing one.
 */
export function readInstant(value: unknown): { readonly at: number; readonly date: CalendarDate } | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim().replace(' ', 'T');
  if (NO_DATE.test(text)) return undefined;
  try {
    const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
      ? Temporal.Instant.from(text).toZonedDateTimeISO(BUSINESS_TIME_ZONE)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(BUSINESS_TIME_ZONE);
    return { at: zoned.epochMilliseconds, date: calendarDate(zoned.toPlainDate().toString()) };
  } catch {
    return undefined;
  }
}
