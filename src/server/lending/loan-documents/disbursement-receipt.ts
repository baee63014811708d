import { formatDate, formatSoles } from '#i18n/format.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import { addVerification, type Borrower, nameRows, openPaper, type Paper } from '#server/lending/documents/paper.ts';

export interface DisbursementReceiptContent {
  readonly paper: Paper;
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
  const { paper, borrower, loanNumber, amountCents, valueDate, account, operation } = content;
  const { pdf, texts } = openPaper(paper, 'DISBURSEMENT_RECEIPT', loanNumber);
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
  addVerification(pdf, texts, paper);
  return pdf.finish();
}
