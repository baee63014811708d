import type { ListSource } from '#server/lending/staff/list-source.ts';
import { type ContactHoursOfRow, withContactHours } from './contact-hours-of-rows.ts';
import { type ListContext, type LoanFilter, type LoanRow, listLoans } from './loan-list.ts';

/** A late loan, and when its client may be called about it. */
export type LateRow = LoanRow & ContactHoursOfRow;

/**
 * The clients who are late today, with the rules of contact applied to each as `contact show` does (Ley 29571 arts.
 * 61–62).
 */
export function listLateLoans(context: ListContext, filter: LoanFilter): ListSource<LateRow> {
  const late = listLoans(context, { daysLateFrom: 1, ...filter });
  return {
    ...late,
    page: async (at) => {
      const { rows, next } = await late.page(at);
      return { rows: await withContactHours(context, rows), next };
    },
  };
}
