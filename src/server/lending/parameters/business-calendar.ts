import type { Kysely } from 'kysely';
import { type BankCalendar, dayKind } from '#loan/business-days.ts';
import type { Tables } from '#server/kit/tables.ts';
import { readHolidays } from './holiday-store.ts';

/** A new holiday takes effect within this time. */
const MAX_AGE_MS = 60_000;

/**
 * The days on which banks are open. Loans reach into years whose holidays are not published yet: there a weekday counts
 * as a business day until they are loaded (the start warns 60 days before a year without a table begins; legal terms
 * are stricter and refuse to count such a year).
 */
export interface BusinessCalendar {
  /** Takes the connection as an argument because an embedded database has only one. */
  days(db: Kysely<Tables>): Promise<BankCalendar>;
}

export function createBusinessCalendar(now: () => number): BusinessCalendar {
  let known: { readonly readAt: number; readonly days: BankCalendar } | undefined;
  return {
    async days(db) {
      if (known && now() - known.readAt < MAX_AGE_MS) return known.days;
      const table = await readHolidays(db);
      const days: BankCalendar = {
        isHoliday: (date) => table.dates.has(date),
        isBusinessDay(date) {
          const kind = dayKind(date, table);
          return kind === 'business' || kind === 'unknown-year';
        },
      };
      known = { readAt: now(), days };
      return days;
    },
  };
}
