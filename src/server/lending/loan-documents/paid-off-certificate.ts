import { formatDate, formatSoles } from '#i18n/format.ts';
import { fill } from '#i18n/translate.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { sum, ZERO } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { addVerification, type Borrower, identity, openPaper, type Paper } from '#server/lending/documents/paper.ts';
import { productName } from './contract.ts';

export interface PaidOffCertificateContent {
  readonly paper: Paper;
  readonly borrower: Borrower;
  readonly loan: Loan;
  readonly calendar: BankCalendar;
}

/**
 * The constancia de no adeudo (domain 2.9), issued by itself within a day of the last payment.
 * Throws for a loan that is not paid: a certificate that is not true must not exist.
 */
export function renderPaidOffCertificate(content: PaidOffCertificateContent): Promise<Uint8Array> {
  const { paper, borrower, loan, calendar } = content;
  const standing = isDisbursed(loan) ? standingOn(loan, { date: paper.issuedOn, calendar }) : undefined;
  if (!standing?.paidOn) throw new RangeError(`loan ${loan.number} is not paid`);
  const { pdf, texts } = openPaper(paper, 'PAID_OFF_CERTIFICATE', loan.number);
  const { labels, certificate: words } = texts;
  const paidOn = formatDate(standing.paidOn);
  const values = {
    lender: `${paper.provider.legalName} (RUC ${paper.provider.ruc})`,
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
  addVerification(pdf, texts, paper);
  return pdf.finish();
}

/** Money that came and stayed. */
function received({ facts }: Loan) {
  return sum(...facts.flatMap((fact) => (fact.kind === 'payment' && !fact.reversedOn ? [fact.amountCents] : [])));
}
