import { FEE_NAMES, type FeeName } from './fee-names.ts';
import type { Cents } from './money.ts';
import type { Offer } from './offer.ts';

/** Product-spec §3: the labels are message keys; `simple` lists carry one fees line. */
export type ResultLabel =
  | `calc_results_${FeeName}`
  | 'calc_results_fees'
  | 'calc_results_vat'
  | 'calc_results_repay_date';

/** A row of the results table; `oldValue` is the price before the discount. */
export type ResultRow =
  | { readonly kind: 'money'; readonly label: ResultLabel; readonly valueCents: Cents; readonly oldValueCents?: Cents }
  | { readonly kind: 'date'; readonly label: 'calc_results_repay_date'; readonly value: string };

/** With more rows the table uses its small style (product-spec §4). */
export const SMALL_STYLE_ABOVE_ROWS = 4;

/**
 * Builds the results list (product-spec §4): simple when totalFees is 0 — a single fees line — otherwise a line per fee
 * with old and new value where discounted, and VAT. `hideRepayDate` leaves the date out, for a list beside which it stands;
 * on a landing host a calculator's style sheet hides it, because pages are built for all hosts.
 */
export function resultRows(offer: Offer, options: { readonly hideRepayDate: boolean }): ResultRow[] {
  const rows: ResultRow[] = [];
  if (offer.totalFeesCents === 0) {
    rows.push({ kind: 'money', label: 'calc_results_fees', valueCents: offer.totalFeesCents });
  } else {
    for (const name of FEE_NAMES) {
      const line = offer.fees[name];
      if (!line) continue;
      const row = { kind: 'money', label: `calc_results_${name}`, valueCents: line.afterDiscountCents } as const;
      rows.push(line.discountCents > 0 ? { ...row, oldValueCents: line.netCents } : row);
    }
    rows.push({ kind: 'money', label: 'calc_results_vat', valueCents: offer.totalVatCents });
  }
  if (!options.hideRepayDate) rows.push({ kind: 'date', label: 'calc_results_repay_date', value: offer.dueDate });
  return rows;
}

/** Tells whether the table is shown in its small style. */
export function isSmallStyle(rows: readonly ResultRow[]): boolean {
  return rows.length > SMALL_STYLE_ABOVE_ROWS;
}
