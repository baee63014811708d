import { formatDate } from '#i18n/format-date.ts';
import { onMovedCalendar } from '#stores/days-ahead.ts';

export type Moment = { readonly date: string; readonly time: string };

/** Converts a real instant to Lima's time, which is UTC−5 all year: `2026-01-18T02:00:00.000Z` → 17/01/2026, 21:00. */
export function limaMoment(instant: string): Moment {
  return momentOf(onMovedCalendar(instant));
}

/** Converts an application's times: they follow the business date already (`lenderNow`), so they are not moved. */
export function lenderMoment(instant: string): Moment {
  return momentOf(Date.parse(instant));
}

/** Formats the day and the hour in Lima. */
export function momentOf(ms: number): Moment {
  return { date: formatDate(inLima(ms).slice(0, 10)), time: hourOf(ms) };
}

/** Formats the hour in Lima: `10:42`. */
export function hourOf(ms: number): string {
  return inLima(ms).slice(11, 16);
}

function inLima(ms: number): string {
  return new Date(ms - 5 * 3_600_000).toISOString();
}
