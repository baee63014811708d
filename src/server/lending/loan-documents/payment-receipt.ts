import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import { activeLoan } from '#loan/active-loan.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { isDisbursed, type Loan, type Payment } from '#loan/loan.ts';
import { sum } from '#loan/money.ts';
import { type AllocationLine, allocationLines, allocationOf, receiptNumber } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { comingTopUp } from '#loan/top-up.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import type { Row, TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { comingText } from './payoff-quote.ts';

export interface PaymentReceiptContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  /** With every fact known when the receipt is issued. */
  readonly loan: Loan;
  readonly paymentId: string;
  readonly calendar: BankCalendar;
}

/** Renders the receipt of one payment, line by line with its IGV, and what it left to pay (domain 2.9, 2.11.5). */
export function renderPaymentReceipt(content: PaymentReceiptContent): Promise<Uint8Array> {
  const { head, borrower, loan, paymentId, calendar } = content;
  const payment = loan.facts.find((fact): fact is Payment => fact.kind === 'payment' && fact.id === paymentId);
  if (!payment) throw new RangeError(`loan ${loan.number} has no payment ${paymentId}`);
  const { pdf, texts } = openDocument(head, 'PAYMENT_RECEIPT', loan.number);
  const { labels, payment: words } = texts;
  pdf.paragraph(words.text);
  pdf.figures([
    { label: labels.amountPaid, value: formatSoles(payment.amountCents) },
    { label: labels.paidOn, value: formatDate(payment.date) },
  ]);
  pdf.rows([
    ...nameRows(texts, borrower),
    { label: labels.method, value: words.methods[payment.into] },
    { label: words.number, value: receiptNumber(loan, payment.id) },
  ]);
  pdf.section(words.heading);
  const { creditCents } = allocationOf(loan, paymentId, calendar);
  const lines = allocationLines(loan, paymentId, calendar);
  addAllocation(pdf, texts, lines, creditCents);
  if (lines.some(({ netCents, vatCents }) => netCents < 0 || vatCents < 0)) pdf.note(words.negative);
  pdf.note(fill(words.paidBefore, { date: formatDate(head.issuedOn) }));
  pdf.section(words.after);
  pdf.rows(afterRows(texts, content, payment));
  pdf.note(words.notTax);
  addVerification(pdf, texts, head);
  return pdf.finish();
}

function addAllocation(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  lines: readonly AllocationLine[],
  creditCents: number,
): void {
  const { labels, components } = texts;
  const right = (label: string) => ({ label, share: 1.2, align: 'right' }) as const;
  const net = sum(...lines.map((line) => line.netCents));
  const vat = sum(...lines.map((line) => line.vatCents));
  const credit = creditCents === 0 ? [] : [[labels.credit, '', '', formatAmount(creditCents)]];
  pdf.table({
    columns: [{ label: labels.concept, share: 3 }, right(labels.beforeVat), right(labels.igv), right(labels.sum)],
    rows: [
      ...lines.map(({ component, netCents, vatCents }) => [
        components[component],
        formatAmount(netCents),
        formatAmount(vatCents),
        formatAmount(netCents + vatCents),
      ]),
      ...credit,
    ],
    foot: [labels.sum, formatAmount(net), formatAmount(vat), formatAmount(net + vat + creditCents)],
  });
}

/** The loan at the end of the payment's day. */
function afterRows(texts: DocumentTexts, { loan, calendar }: PaymentReceiptContent, payment: Payment): Row[] {
  const words = texts.payment;
  const after = activeLoan(loan, { date: payment.date, calendar });
  const standing = isDisbursed(loan) ? standingOn(loan, { date: payment.date, calendar }) : undefined;
  const coming = standing?.paidOn && comingTopUp(standing);
  if (coming) return [{ label: words.outstanding, value: comingText(texts, coming) }];
  if (after.status === 'PAID') return [{ label: texts.statement.status, value: words.paidOff }];
  const rows = [{ label: words.outstanding, value: formatSoles(after.totalOutstandingCents) }];
  if (!after.nextPaymentDate) return rows;
  const values = { amount: formatSoles(after.totalDueCents), date: formatDate(after.nextPaymentDate) };
  return [...rows, { label: words.next, value: fill(words.nextValue, values) }];
}
