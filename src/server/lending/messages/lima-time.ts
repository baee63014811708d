import { Temporal } from 'temporal-polyfill';
import { calendarDate } from '#loan/calendar.ts';
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

/** The instant at which the clocks of Lima show a moment. */
export function instantInLima({ date, minute }: Moment): number {
  const time = { hour: Math.floor(minute / MINUTES_PER_HOUR), minute: minute % MINUTES_PER_HOUR };
  const local = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: BUSINESS_TIME_ZONE, plainTime: time });
  return local.epochMilliseconds;
}
