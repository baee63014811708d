import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { sum, ZERO } from '#loan/money.ts';
import { paidInFullOn, standingOn } from '#loan/standing.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  identity,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import { productName } from './contract.ts';

export interface PaidOffCertificateContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loan: Loan;
  readonly calendar: BankCalendar;
}

/**
 * Renders the constancia de no adeudo (domain 2.9), issued automatically within a day of the last payment.
 * @throws for a loan that is not paid, because a false certificate must not exist
 */
export function renderPaidOffCertificate(content: PaidOffCertificateContent): Promise<Uint8Array> {
  const { head, borrower, loan, calendar } = content;
  const standing = isDisbursed(loan) ? standingOn(loan, { date: head.issuedOn, calendar }) : undefined;
  if (!standing?.paidOn || !paidInFullOn(standing)) throw new RangeError(`loan ${loan.number} is not paid`);
  const { pdf, texts } = openDocument(head, 'PAID_OFF_CERTIFICATE', loan.number);
  const { labels, certificate: words } = texts;
  const paidOn = formatDate(standing.paidOn);
  const values = {
    lender: `${head.provider.legalName} (RUC ${head.provider.ruc})`,
    name: borrower.name,
    document: identity(texts, borrower),
    loan: loan.number,
    date: paidOn,
  };
  pdf.statement(fill(words.text, values));
  pdf.section(words.facts);
  pdf.rows([
    { label: labels.loan, value: loan.number },
    { label: labels.product, value: productName(texts, loan.terms) },
    { label: labels.amount, value: formatSoles(loan.terms.principalCents) },
    { label: labels.valueDate, value: formatDate(standing.valueDate) },
    { label: words.paidOn, value: paidOn },
    { label: words.received, value: formatSoles(received(loan)) },
    { label: words.status, value: formatSoles(ZERO) },
  ]);
  if (standing.creditCents > 0) {
    pdf.paragraph(fill(words.credit, { amount: formatSoles(standing.creditCents) }));
  }
  pdf.note(words.reopened);
  pdf.note(words.free);
  addVerification(pdf, texts, head);
  return pdf.finish();
}

/** Payments that were not reversed. */
function received({ facts }: Loan) {
  return sum(...facts.flatMap((fact) => (fact.kind === 'payment' && !fact.reversedOn ? [fact.amountCents] : [])));
}
