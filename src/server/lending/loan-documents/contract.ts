import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { Consulted } from '#loan/requirements.ts';
import { consultedText, joined } from '#server/lending/documents/consulted.ts';
import {
  addComplaintChannels,
  addVerification,
  type Borrower,
  borrowerRows,
  type ClauseTexts,
  type DocumentHead,
  type DocumentTexts,
  type OpenDocument,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import type { Row } from '#server/lending/documents/tagged-pdf.ts';
import { type PricedContract, priceContract } from './loan-figures.ts';
import { addScheduleTable } from './schedule.ts';
import { addSignatureEvidence, type SignatureEvidence } from './signature-evidence.ts';

/** A loan as agreed, before or after the money moves. */
export interface AgreedLoan {
  /** The loan's number; the application's reference before there is a loan. */
  readonly reference: string;
  readonly terms: LoanTerms;
  /** The bank's date; before it is known, the day it is expected. */
  readonly valueDate: CalendarDate;
}

export interface ContractContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loan: AgreedLoan;
  /** Bank and number as printed, the number masked. */
  readonly account?: string | undefined;
  /** Providers that were asked about the client before; undefined for a loan that was not applied for here. */
  readonly consulted?: Consulted | undefined;
  /** Once signed. */
  readonly signature?: SignatureEvidence | undefined;
}

/** The loan contract: parties, terms, thirteen clauses, the schedule, and the evidence of the signature once signed. */
export function renderContract({
  head,
  borrower,
  loan,
  account,
  consulted,
  signature,
}: ContractContent): Promise<Uint8Array> {
  const open = openDocument(head, 'CONTRACT', loan.reference);
  const { pdf, texts, clauses } = open;
  const contract = priceContract(loan.terms, loan.valueDate);
  const { provider } = head;
  pdf.section(clauses.parties);
  pdf.rows([lenderRow(open, head), ...borrowerRows(texts, borrower)]);
  pdf.section(clauses.conditions);
  pdf.figures(keyFigures(texts, contract));
  pdf.rows(conditionRows(texts, loan, contract, account));
  pdf.paragraph(fill(clauses.intro, { lender: provider.legalName, name: borrower.name }));
  const values = clauseValues(texts, clauses, loan, contract, provider.legalName);
  const asked = consulted && consultedText(clauses, consulted);
  for (const { heading, paragraphs } of contractClauses(clauses, loan.terms, asked)) {
    pdf.clause(
      heading,
      paragraphs.map((paragraph) => fill(paragraph, values)),
    );
    if (heading === clauses.contract.complaints.heading) addComplaintChannels(pdf, texts, head);
  }
  pdf.section(texts.titles.SCHEDULE);
  addScheduleTable(pdf, texts, contract.groups, { withPaid: false });
  addVerification(pdf, texts, head);
  if (signature) addSignatureEvidence(open, head, borrower, signature);
  return pdf.finish();
}

function lenderRow({ texts, clauses }: OpenDocument, { provider }: DocumentHead): Row {
  const { legalName, ruc, address, registryNumber: number } = provider;
  const register = number === undefined ? [] : [fill(clauses.registered, { number })];
  const lines = [legalName, fill(texts.letterhead, { ruc, address }), ...register];
  return { label: texts.labels.lender, value: lines.join('\n') };
}

/** Amount, total, effective cost and date: the key figures. */
export function keyFigures(texts: DocumentTexts, { offer }: PricedContract): Row[] {
  return [
    { label: texts.labels.amount, value: formatSoles(offer.principalCents) },
    { label: texts.labels.total, value: formatSoles(offer.totalCents) },
    { label: texts.labels.tcea, value: formatPercent(offer.tceaPercent) },
    {
      label: offer.schedule ? texts.labels.lastDueDate : texts.labels.dueDate,
      value: formatDate(offer.dueDate),
    },
  ];
}

/** `Pago único a 30 días` or `6 cuotas mensuales` */
export function productName(texts: DocumentTexts, { productType, term }: LoanTerms): string {
  return fill(productType === 'SINGLE_PAY' ? texts.labels.singlePay : texts.labels.monthly, { term });
}

function conditionRows(
  texts: DocumentTexts,
  { terms, valueDate }: AgreedLoan,
  { offer }: PricedContract,
  account: string | undefined,
): Row[] {
  const { labels } = texts;
  const rows = [
    { label: labels.product, value: productName(texts, terms) },
    { label: labels.valueDate, value: formatDate(valueDate) },
    { label: labels.tea, value: formatPercent(offer.teaPercent) },
    { label: labels.tceaExclVat, value: formatPercent(offer.tceaExclVatPercent) },
    { label: labels.moratory, value: formatPercent(terms.policy.late.moratoryPercent) },
  ];
  return account ? [...rows, { label: labels.account, value: account }] : rows;
}

interface Clause {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** Tells whether part of the cost must be paid in full even by clients who pay early. */
export function hasAssessmentFee({ pricing }: LoanTerms): boolean {
  return pricing.fees.some(({ name }) => name === 'acceleratedAcceptanceFee');
}

/** The clauses that apply to these terms, in their order. */
function contractClauses({ contract }: ClauseTexts, terms: LoanTerms, asked: string | undefined): Clause[] {
  const { loan, start, cost, payment, order, early, late, hardship, fixed, data, signing, complaints, law } = contract;
  const isSingle = terms.productType === 'SINGLE_PAY';
  const clause = ({ heading }: { readonly heading: string }, ...paragraphs: (string | false)[]): Clause => ({
    heading,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== false),
  });
  return [
    clause(loan, loan.base),
    clause(start, start.base),
    clause(cost, cost.base, cost.rest, cost.cap),
    clause(payment, isSingle ? payment.single : payment.monthly, payment.rest),
    clause(order, order.base),
    clause(
      early,
      early.base,
      hasAssessmentFee(terms) && early.accelerated,
      isSingle ? early.single : early.monthly,
      terms.policy.changedMyMindDays !== undefined && early.changedMind,
    ),
    clause(late, late.base, late.rest, late.conduct),
    clause(hardship, isSingle && hardship.single, hardship.rest),
    clause(fixed, fixed.base),
    clause(data, data.base, asked ?? false),
    clause(signing, signing.base),
    clause(complaints),
    clause(law, law.base),
  ];
}

function clauseValues(
  texts: DocumentTexts,
  clauses: ClauseTexts,
  { terms, valueDate }: AgreedLoan,
  { offer, groups }: PricedContract,
  lender: string,
): Record<string, string | number> {
  const { policy, pricing } = terms;
  const { joint } = clauses;
  return {
    lender,
    amount: formatSoles(offer.principalCents),
    total: formatSoles(offer.totalCents),
    valueDate: formatDate(valueDate),
    tea: formatPercent(offer.teaPercent),
    tcea: formatPercent(offer.tceaPercent),
    tceaExclVat: formatPercent(offer.tceaExclVatPercent),
    igv: formatPercent(pricing.igvPercent),
    cap: formatPercent(pricing.capPercent),
    date: formatDate(pricing.businessDate),
    term: terms.term,
    firstDueDate: formatDate(groups[0]?.dueDate ?? offer.dueDate),
    dueDate: formatDate(offer.dueDate),
    order: joined(orderNames(texts, terms), joint),
    advance: policy.advanceUpToInstallments,
    mode: clauses.contract.early.modes[policy.defaultPrepaymentMode],
    days: policy.late.defaultAfterDays,
    changedMindDays: policy.changedMyMindDays ?? 0,
    moratory: formatPercent(policy.late.moratoryPercent),
    from: clauses.contract.late.from[policy.late.countsFrom],
    tolerance: formatSoles(policy.late.toleranceCents),
    terms: joined(policy.extension.termOptions.map(String), joint),
    max: policy.extension.maxConsecutive,
  };
}

/** The order of allocation, without components this loan cannot have. */
function orderNames(texts: DocumentTexts, { policy, pricing, productType }: LoanTerms): string[] {
  const own = new Set<string>(['moratory', 'lateInterest', 'interest', 'principal']);
  for (const { name } of pricing.fees) own.add(name);
  if (productType === 'SINGLE_PAY') own.add('extensionInterest').add('extensionFee');
  return policy.allocationOrder
    .filter((component) => own.has(component))
    .map((component) => texts.components[component].toLowerCase());
}
