import { formatDate } from '#i18n/format-date.ts';
import type { Locale } from '#i18n/locale.ts';
import { onMovedCalendar } from '#stores/days-ahead.ts';

/** Formats a date with its weekday: `2026-02-14` → `sábado 14/02/2026`. */
export function weekdayDate(date: string, locale: Locale): string {
  const weekday = new Date(date).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });
  return `${weekday} ${formatDate(date)}`;
}

/** Peru keeps UTC−5 all year. */
const LIMA_OFFSET_MS = 5 * 3_600_000;

/** Formats a real instant in Lima's time with weekday and hour: `martes 27/01/2026, 12:00`. */
export function limaInstant(instant: string, locale: Locale): string {
  const lima = new Date(onMovedCalendar(instant) - LIMA_OFFSET_MS).toISOString();
  return `${weekdayDate(lima.slice(0, 10), locale)}, ${lima.slice(11, 16)}`;
}
