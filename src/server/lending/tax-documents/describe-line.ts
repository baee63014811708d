import { formatDate } from '#i18n/format-date.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import type { TaxedLine } from '#loan/taxed-lines.ts';
import { textsIn } from '#server/lending/documents/document-head.ts';

/**
 * The words of a charge on a tax document, as contract and receipts have them:
 * `Interés compensatorio de la cuota 3, vence el 15/03/2026, préstamo P-2026-0000123`.
 */
export function describeLine(
  { key, component, dueDate }: Pick<TaxedLine, 'key' | 'component'> & Partial<Pick<TaxedLine, 'dueDate'>>,
  loan: { readonly number: string; readonly hasInstalments: boolean },
): string {
  const [tranche, number] = key.split('.');
  const part = loan.hasInstalments ? ` de la cuota ${number}` : tranche === '1' ? '' : ' de la ampliación';
  const charge = textsIn(DEFAULT_LOCALE).components[component];
  // What is not charged any more has no due date.
  const due = dueDate === undefined ? '' : `, vence el ${formatDate(dueDate)}`;
  return `${charge}${part}${due}, préstamo ${loan.number}`;
}
