import type { LoanSummary } from '#api/endpoints/loans/list-loans.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import type { Option } from '#ui/field/select-field.tsx';
import type { DocumentsTextKey } from './texts.ts';

/** Labels a loan: `P-2026-0000001 · S/ 500,00 · 15/01/2026`. */
export function loanOption(
  { number, principal, originatedOn }: LoanSummary,
  say: ScreenProps<DocumentsTextKey>['say'],
): Option {
  const values = { number, amount: formatSoles(fromSoles(principal)), date: formatDate(originatedOn) };
  return { value: number, label: say('documents_loan_of', values) };
}
