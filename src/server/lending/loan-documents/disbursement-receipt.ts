import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';

export interface DisbursementReceiptContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loanNumber: string;
  readonly amountCents: Cents;
  readonly valueDate: CalendarDate;
  /** Bank and number as printed, the number masked. */
  readonly account?: string | undefined;
  /** The bank's own reference. */
  readonly operation?: string | undefined;
}

/** That the money has arrived, how much, where and when. */
export function renderDisbursementReceipt(content: DisbursementReceiptContent): Promise<Uint8Array> {
  const { head, borrower, loanNumber, amountCents, valueDate, account, operation } = content;
  const { pdf, texts } = openDocument(head, 'DISBURSEMENT_RECEIPT', loanNumber);
  const { labels } = texts;
  pdf.paragraph(texts.disbursement.text);
  pdf.figures([
    { label: labels.amount, value: formatSoles(amountCents) },
    { label: labels.valueDate, value: formatDate(valueDate) },
  ]);
  pdf.rows([
    ...nameRows(texts, borrower),
    ...(account ? [{ label: labels.account, value: account }] : []),
    ...(operation ? [{ label: labels.operation, value: operation }] : []),
  ]);
  pdf.note(texts.disbursement.note);
  addVerification(pdf, texts, head);
  return pdf.finish();
}
