import { addBusinessDays, type HolidayTable, type NoHolidayTable } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';

/** Data protection requests (Ley 29733: access, portability, rectification, cancellation, opposition). */
export const DATA_REQUEST_KINDS = ['ACCESS', 'PORTABILITY', 'RECTIFICATION', 'CANCELLATION', 'OPPOSITION'] as const;
export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number];

export const DATA_REQUEST_STATUSES = ['RECEIVED', 'IN_PROGRESS', 'DONE', 'DENIED'] as const;
export type DataRequestStatus = (typeof DATA_REQUEST_STATUSES)[number];

const ACCESS_DAYS = 20;
const OTHER_DAYS = 10;

/** Days after the answer during which the export can be downloaded (domain 2.19). */
export const EXPORT_DAYS = 7;
/** Requests that are answered with an export. */
export const EXPORT_KINDS: readonly DataRequestKind[] = ['ACCESS', 'PORTABILITY'];

/**
 * Computes the legal deadline: 20 business days for access and portability, 10 for the others (domain 2.19). Worked:
 * asked on Thursday 15/01/2026, access → 12/02/2026, rectification → 29/01/2026.
 */
export function dataRequestDueDate(
  kind: DataRequestKind,
  askedOn: CalendarDate,
  holidays: HolidayTable,
): { readonly kind: 'date'; readonly date: CalendarDate } | NoHolidayTable {
  const days = kind === 'ACCESS' || kind === 'PORTABILITY' ? ACCESS_DAYS : OTHER_DAYS;
  return addBusinessDays(askedOn, days, holidays);
}
