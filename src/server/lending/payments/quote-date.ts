import { MAX_QUOTE_DAYS } from '#api/endpoints/payments/get-payoff-quote.ts';
import { type CalendarDate, calendarDate, daysBetween, isCalendarDate, laterOf } from '#loan/calendar.ts';
import type { Clock } from '#server/kit/clock.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';

/** The business date of a loan: another process may have passed midnight already. */
export function todayOf(clock: Clock, { bookedThrough }: Pick<StoredLoan, 'bookedThrough'>): CalendarDate {
  const today = calendarDate(clock.businessDate());
  return laterOf(today, bookedThrough ?? today);
}

/** The day a client asks about: today or one of the next thirty. */
export function quoteDate(
  asked: string,
  today: CalendarDate,
): { readonly kind: 'date'; readonly date: CalendarDate } | Refusal {
  if (!isCalendarDate(asked)) return invalidFields([{ field: 'date', code: 'invalid' }]);
  if (asked < today) return invalidFields([{ field: 'date', code: 'past' }]);
  if (daysBetween(today, asked) > MAX_QUOTE_DAYS) return invalidFields([{ field: 'date', code: 'out_of_range' }]);
  return { kind: 'date', date: asked };
}
