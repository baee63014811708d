import type { PaymentBody } from '#api/payment.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';

/** Formats soles in a text: `573.03` → `S/ 573,03`. */
export function solesText(soles: number): string {
  return formatSoles(fromSoles(soles));
}

/** Formats soles without the currency, for tables: `573.03` → `573,03`. */
export function amountText(soles: number): string {
  return formatAmount(fromSoles(soles));
}

/** Gives the values of the text `top_up_coming`. */
export function comingValues({ amount, left, dueDate }: NonNullable<PaymentBody['topUpComing']>) {
  return { amount: solesText(amount), left: solesText(left), date: formatDate(dueDate) };
}
