import { toSoles } from '#loan/money.ts';
import type { RemainingRow } from '#loan/remaining-schedule.ts';

/** One row of a schedule on the wire, in soles. */
export function presentRow(row: RemainingRow) {
  return {
    number: row.number,
    dueDate: row.dueDate,
    principal: toSoles(row.principalCents),
    interest: toSoles(row.interestCents),
    fees: toSoles(row.feesCents),
    vat: toSoles(row.vatCents),
    moratory: toSoles(row.moratoryCents),
    total: toSoles(row.totalCents),
  };
}
