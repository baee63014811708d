import { Temporal } from 'temporal-polyfill';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Moment } from '#loan/contact-hours.ts';
import { BUSINESS_TIME_ZONE } from '#server/kit/clock.ts';

const MINUTES_PER_HOUR = 60;

/** Date and time in Lima at an instant, whatever the business date: contact hours follow real time. */
export function momentInLima(instant: number): Moment {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(BUSINESS_TIME_ZONE);
  return {
    date: calendarDate(local.toPlainDate().toString()),
    minute: local.hour * MINUTES_PER_HOUR + local.minute,
  };
}

/** Writes an instant as it is printed: the date, and `15:40`. */
export function limaTimeOf(instant: number): { readonly date: CalendarDate; readonly time: string } {
  const { date, minute } = momentInLima(instant);
  return { date, time: timeOfDay(minute) };
}

/** Minutes since midnight as a clock shows them: 420 → `07:00`. */
export function timeOfDay(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`;
}

/** The instant at which the clocks of Lima show a moment. */
export function instantInLima({ date, minute }: Moment): number {
  const time = { hour: Math.floor(minute / MINUTES_PER_HOUR), minute: minute % MINUTES_PER_HOUR };
  const local = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: BUSINESS_TIME_ZONE, plainTime: time });
  return local.epochMilliseconds;
}
