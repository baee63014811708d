import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import { activeLoan } from '#loan/active-loan.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { inOrderOfEffect } from '#loan/day-order.ts';
import type { Loan, LoanFact, Payment } from '#loan/loan.ts';
import { type Cents, sum, ZERO } from '#loan/money.ts';
import { FEE_COMPONENTS, INTEREST_COMPONENTS, unpaidPrincipal } from '#loan/obligation.ts';
import { payoffCents } from '#loan/payoff.ts';
import { type Allocation, allocationOf } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import {
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import type { Row, TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { productName } from './contract.ts';

export type DisbursedLoan = Loan & { readonly valueDate: CalendarDate };

export interface StatementContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loan: DisbursedLoan;
  /** Both days included. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly calendar: BankCalendar;
}

/** A line of the statement. Money is on one side or the other. */
export interface Movement {
  readonly date: CalendarDate;
  readonly name: keyof DocumentTexts['statement']['facts'];
  readonly paidCents: Cents;
  readonly receivedCents: Cents;
  /** Set for a payment that counts. */
  readonly paymentId?: string;
}

/** The estado de cuenta: where the loan stands, what moved in the period, and what each payment paid (domain 2.9). */
export function renderStatement(content: StatementContent): Promise<Uint8Array> {
  const { head, borrower, loan, from, to } = content;
  const { pdf, texts } = openDocument(head, 'STATEMENT', loan.number);
  const words = texts.statement;
  pdf.paragraph(fill(words.period, { from: formatDate(from), to: formatDate(to) }));
  pdf.rows([
    ...nameRows(texts, borrower),
    { label: texts.labels.product, value: productName(texts, loan.terms) },
    { label: texts.labels.valueDate, value: formatDate(loan.valueDate) },
  ]);
  pdf.section(fill(words.balance, { date: formatDate(to) }));
  addBalances(pdf, texts, content);
  pdf.section(words.movements);
  const movements = movementsOf(loan, from, to);
  if (movements.length === 0) pdf.paragraph(words.noMovements);
  else addMovements(pdf, texts, content, movements);
  const paymentIds = movements.flatMap(({ paymentId }) => paymentId ?? []);
  if (paymentIds.length > 0) addAllocations(pdf, texts, content, paymentIds);
  pdf.note(words.note);
  return pdf.finish();
}

function addBalances(pdf: TaggedPdf, texts: DocumentTexts, { loan, to, calendar }: StatementContent): void {
  const { labels, statement: words } = texts;
  const active = activeLoan(loan, { date: to, calendar });
  pdf.figures([
    { label: words.outstanding, value: formatSoles(active.totalOutstandingCents) },
    { label: words.payoff, value: formatSoles(payoffCents(standingOn(loan, { date: to, calendar }))) },
    { label: labels.principal, value: formatSoles(active.principalOutstandingCents) },
  ]);
  const rows: Row[] = [
    { label: words.status, value: words.statuses[active.status] },
    { label: labels.interest, value: formatSoles(active.totalInterestOutstandingCents) },
    { label: labels.igv, value: formatSoles(active.totalVatOutstandingCents) },
  ];
  if (active.nextPaymentDate) {
    const values = { amount: formatSoles(active.totalDueCents), date: formatDate(active.nextPaymentDate) };
    rows.push({ label: words.next, value: fill(texts.payment.nextValue, values) });
  }
  if (active.daysPastDue > 0) rows.push({ label: words.daysPastDue, value: String(active.daysPastDue) });
  if (active.unappliedCreditCents !== 0) {
    rows.push({ label: labels.credit, value: formatSoles(active.unappliedCreditCents) });
  }
  pdf.rows(rows);
}

/** The movements from one day to another, in the order in which they count. */
export function movementsOf(loan: DisbursedLoan, from: CalendarDate, to: CalendarDate): Movement[] {
  const disbursement: Movement = {
    date: loan.valueDate,
    name: 'disbursement',
    paidCents: ZERO,
    receivedCents: loan.terms.principalCents,
  };
  const facts = inOrderOfEffect(loan.facts).flatMap(movementsOfFact);
  return [disbursement, ...facts]
    .filter(({ date }) => date >= from && date <= to)
    .sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
}

function movementsOfFact(fact: LoanFact): Movement[] {
  switch (fact.kind) {
    case 'payment':
      return movementsOfPayment(fact);
    case 'tranche':
      return [{ date: fact.date, name: 'tranche', paidCents: ZERO, receivedCents: fact.principalCents }];
    case 'refund':
      return [{ date: fact.date, name: 'refund', paidCents: ZERO, receivedCents: fact.amountCents }];
    case 'waiver':
    case 'plan':
    case 'flex':
    case 'write-off':
      return [{ date: fact.date, name: fact.kind, paidCents: ZERO, receivedCents: ZERO }];
  }
}

/** A payment that was taken back shows twice: when it came and when it went. */
function movementsOfPayment({ id, date, amountCents, use, reversedOn }: Payment): Movement[] {
  const name = use.kind === 'ordinary' ? 'payment' : use.kind;
  const came: Movement = { date, name, paidCents: amountCents, receivedCents: ZERO };
  if (!reversedOn) return [{ ...came, paymentId: id }];
  return [came, { date: reversedOn, name: 'reversed', paidCents: ZERO, receivedCents: amountCents }];
}

function addMovements(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  { loan, calendar }: StatementContent,
  movements: readonly Movement[],
): void {
  const { labels, statement } = texts;
  const right = (label: string) => ({ label, share: 1.2, align: 'right' }) as const;
  const amount = (cents: Cents): string => (cents === 0 ? '' : formatAmount(cents));
  const principalLeft = (date: CalendarDate): Cents =>
    sum(...standingOn(loan, { date, calendar }).groups.map(unpaidPrincipal));
  pdf.table({
    columns: [
      { label: labels.date, share: 1.2 },
      { label: labels.movement, share: 3 },
      right(labels.paidIn),
      right(labels.paidOut),
      right(labels.balance),
    ],
    rows: movements.map(({ date, name, paidCents, receivedCents }) => [
      formatDate(date),
      statement.facts[name],
      amount(paidCents),
      amount(receivedCents),
      formatAmount(principalLeft(date)),
    ]),
    foot: [
      labels.sum,
      '',
      formatAmount(sum(...movements.map(({ paidCents }) => paidCents))),
      formatAmount(sum(...movements.map(({ receivedCents }) => receivedCents))),
      '',
    ],
  });
}

function addAllocations(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  { loan, calendar }: StatementContent,
  paymentIds: readonly string[],
): void {
  const { labels } = texts;
  const right = (label: string) => ({ label, share: 1.2, align: 'right' }) as const;
  pdf.section(texts.statement.applied);
  const allocations = paymentIds.map((id) => ({
    date: loan.facts.find((fact) => fact.id === id)?.date ?? loan.valueDate,
    allocation: allocationOf(loan, id, calendar),
  }));
  pdf.table({
    columns: [
      { label: labels.date, share: 1.3 },
      right(labels.principal),
      right(labels.interest),
      right(labels.fees),
      right(labels.late),
      right(labels.igv),
      right(labels.credit),
      right(labels.sum),
    ],
    rows: allocations.map(({ date, allocation }) => [
      formatDate(date),
      ...allocationAmounts(allocation).map((amount) => formatAmount(amount)),
    ]),
  });
}

function allocationAmounts({ paidCents, vatCents, creditCents, totalCents }: Allocation): Cents[] {
  const paid = (components: readonly (keyof typeof paidCents)[]): Cents =>
    sum(...components.map((component) => paidCents[component] ?? ZERO));
  return [
    paid(['principal']),
    paid(INTEREST_COMPONENTS),
    paid(FEE_COMPONENTS),
    paid(['moratory']),
    vatCents,
    creditCents,
    totalCents,
  ];
}
