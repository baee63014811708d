import type { PaymentBody } from '#api/payment.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';

/** Soles in a text: `573.03` → `S/ 573,03`. */
export function solesText(soles: number): string {
  return formatSoles(fromSoles(soles));
}

/** The same without the currency, for tables: `573.03` → `573,03`. */
export function amountText(soles: number): string {
  return formatAmount(fromSoles(soles));
}

/** What `top_up_coming` is filled with. */
export function comingValues({ amount, left, dueDate }: NonNullable<PaymentBody['topUpComing']>) {
  return { amount: solesText(amount), left: solesText(left), date: formatDate(dueDate) };
}
