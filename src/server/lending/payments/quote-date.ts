import { MAX_QUOTE_DAYS } from '#api/endpoints/payments/get-payoff-quote.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '#loan/calendar.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';

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
