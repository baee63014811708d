import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import type { Loan, LoanFact, LoanTerms } from '#loan/loan.ts';
import { ZERO } from '#loan/money.ts';
import { type DueGroup, unpaidOfGroup } from '#loan/obligation.ts';
import { type PayoffQuote, payoffQuote } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import {
  addComplaintChannels,
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import { COLORS } from '#server/lending/documents/pdf-canvas.ts';
import type { TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { type AgreedLoan, hasAssessmentFee, keyFigures, productName } from './contract.ts';
import { type ComponentCost, componentCosts, overGroups, type PricedContract, priceContract } from './loan-figures.ts';
import { addScheduleTable } from './schedule.ts';

export interface HojaResumenContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loan: AgreedLoan;
  readonly calendar: BankCalendar;
}

/** The two delays shown as examples. */
const LATE_DAYS = [10, 30] as const;

/** The hoja resumen: rates with and without IGV, each fee with its reason, the total, early and late (domain 2.9). */
export function renderHojaResumen(content: HojaResumenContent): Promise<Uint8Array> {
  const { head, borrower, loan } = content;
  const { pdf, texts, clauses } = openDocument(head, 'HOJA_RESUMEN', loan.reference);
  const contract = priceContract(loan.terms, loan.valueDate);
  const words = texts.summary;
  pdf.paragraph(words.intro);
  pdf.figures(keyFigures(texts, contract));
  pdf.rows([
    ...nameRows(texts, borrower),
    { label: texts.labels.product, value: productName(texts, loan.terms) },
    { label: texts.labels.valueDate, value: formatDate(loan.valueDate) },
  ]);
  addRates(pdf, texts, loan.terms, contract);
  pdf.section(words.costs);
  addCosts(pdf, texts, loan.terms, contract);
  pdf.section(words.dates);
  addScheduleTable(pdf, texts, contract.groups, { withPaid: false });
  pdf.note(words.businessDay);
  pdf.section(words.early);
  pdf.paragraph(words.earlyText);
  if (hasAssessmentFee(loan.terms)) pdf.paragraph(clauses.contract.early.accelerated);
  addEarlyExamples(pdf, texts, content, contract);
  pdf.section(words.late);
  pdf.paragraph(fill(words.lateText, { moratory: formatPercent(loan.terms.policy.late.moratoryPercent) }));
  addLateExamples(pdf, texts, content, contract);
  pdf.section(words.rights);
  addComplaintChannels(pdf, texts, head);
  return pdf.finish();
}

function addRates(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  { policy, pricing }: LoanTerms,
  { offer }: PricedContract,
): void {
  const { labels } = texts;
  pdf.section(texts.summary.rates);
  pdf.rows([
    { label: labels.tea, value: formatPercent(offer.teaPercent) },
    { label: labels.tcea, value: formatPercent(offer.tceaPercent) },
    { label: labels.tceaExclVat, value: formatPercent(offer.tceaExclVatPercent) },
    { label: labels.moratory, value: formatPercent(policy.late.moratoryPercent) },
    { label: labels.cap, value: formatPercent(pricing.capPercent) },
    { label: labels.igv, value: formatPercent(pricing.igvPercent) },
  ]);
  for (const note of texts.summary.rateNotes) pdf.note(fill(note, { date: formatDate(pricing.businessDate) }));
}

function addCosts(pdf: TaggedPdf, texts: DocumentTexts, terms: LoanTerms, { offer, groups }: PricedContract): void {
  const { labels, components, reasons } = texts;
  const interestCents = overGroups(groups, 'interest', (line) => line.netCents);
  const feesCents = offer.totalFeesCents - interestCents;
  const parts = [
    { label: labels.principal, cents: offer.principalCents, color: COLORS.capital },
    { label: labels.interest, cents: interestCents, color: COLORS.interest },
    { label: labels.fees, cents: feesCents, color: COLORS.fees },
    { label: labels.igv, cents: offer.totalVatCents, color: COLORS.igv },
  ].map(({ label, cents, color }) => ({ label, value: formatSoles(cents), weight: cents, color }));
  const spoken = parts.map(({ label, value }) => `${label} ${value}`).join(', ');
  pdf.bar(parts, fill(texts.summary.costAlt, { total: formatSoles(offer.totalCents), parts: spoken }));
  const right = (label: string) => ({ label, share: 1.15, align: 'right' }) as const;
  const rate = formatPercent(terms.pricing.igvPercent);
  pdf.table({
    columns: [
      { label: labels.concept, share: 1.9 },
      { label: labels.reason, share: 3 },
      right(labels.price),
      right(labels.discount),
      right(fill(labels.igvRate, { rate })),
      right(labels.sum),
    ],
    rows: componentCosts(groups).map((cost) => costRow(cost, components, reasons, offer)),
    foot: [
      labels.sum,
      '',
      formatAmount(offer.totalFeesWithoutDiscountCents),
      formatAmount(offer.totalFeesWithoutDiscountCents - offer.totalFeesCents),
      formatAmount(offer.totalVatCents),
      formatAmount(offer.totalFeesCents + offer.totalVatCents),
    ],
  });
}

function costRow(
  { component, vatCents, totalCents }: ComponentCost,
  components: DocumentTexts['components'],
  reasons: Readonly<Record<string, string>>,
  { fees }: PricedContract['offer'],
): string[] {
  const fee = fees[(component === 'interest' ? 'interestFee' : component) as keyof typeof fees];
  return [
    components[component],
    reasons[component] ?? '',
    formatAmount(fee?.netCents ?? ZERO),
    formatAmount(fee?.discountCents ?? ZERO),
    formatAmount(vatCents),
    formatAmount(totalCents),
  ];
}

/** A loan with assumed facts, to ask the engine what would happen. */
function supposed({ reference, terms, valueDate }: AgreedLoan, facts: readonly LoanFact[] = []): Loan {
  return { number: reference, status: 'PERFORMING', terms, valueDate, facts };
}

function addEarlyExamples(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  { loan, calendar }: HojaResumenContent,
  { groups }: PricedContract,
): void {
  const quotes =
    loan.terms.productType === 'SINGLE_PAY'
      ? earlyDays(loan).map((date) => payoffQuote(standingOn(supposed(loan), { date, calendar })))
      : earlyInstallments(groups).map((k) => quoteAtInstallment(loan, groups, k, calendar));
  const { on, payoff, saves } = texts.summary.earlyColumns;
  pdf.table({
    columns: [
      { label: on, share: 2 },
      { label: payoff, share: 1, align: 'right' },
      { label: saves, share: 1, align: 'right' },
    ],
    rows: quotes.map(({ date, totalCents, savingsCents }) => [
      formatDate(date),
      formatAmount(totalCents),
      formatAmount(savingsCents),
    ]),
  });
}

/** A third and two thirds into a single payment. */
function earlyDays({ terms, valueDate }: AgreedLoan): CalendarDate[] {
  return [1, 2].map((third) => addDays(valueDate, Math.floor((terms.term * third) / 3)));
}

/** The first instalment and the one in the middle; never the last, with which nothing is early. */
function earlyInstallments(groups: readonly DueGroup[]): number[] {
  return [...new Set([0, Math.ceil(groups.length / 2) - 1])];
}

/** Everything paid on time up to an instalment, and all the rest together with it. */
function quoteAtInstallment(
  loan: AgreedLoan,
  groups: readonly DueGroup[],
  index: number,
  calendar: BankCalendar,
): PayoffQuote {
  const facts = groups.slice(0, index).map((group, k) => ({
    kind: 'payment' as const,
    id: `in-time-${k}`,
    date: group.dueDate,
    amountCents: unpaidOfGroup(group),
    into: 'bank' as const,
    use: { kind: 'ordinary' as const },
  }));
  const date = groups[index]?.dueDate ?? loan.valueDate;
  return payoffQuote(standingOn(supposed(loan, facts), { date, calendar }));
}

function addLateExamples(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  { loan, calendar }: HojaResumenContent,
  { groups }: PricedContract,
): void {
  const { lateColumns: columns, lateDays } = texts.summary;
  const first = groups[0]?.dueDate ?? loan.valueDate;
  const right = (label: string) => ({ label, share: 1, align: 'right' }) as const;
  pdf.table({
    columns: [
      { label: columns.days, share: 1.4 },
      right(columns.interest),
      right(columns.vat),
      right(columns.moratory),
      right(columns.total),
    ],
    rows: LATE_DAYS.map((days) => {
      const late = standingOn(supposed(loan), { date: addDays(first, days), calendar }).groups.slice(0, 1);
      const [interest, moratory] = (['lateInterest', 'moratory'] as const).map(
        (component) => componentCosts(late).find((cost) => cost.component === component) ?? NOTHING,
      ) as [ComponentCost, ComponentCost];
      return [
        fill(lateDays, { days }),
        formatAmount(interest.netCents),
        formatAmount(interest.vatCents),
        formatAmount(moratory.netCents),
        formatAmount(interest.totalCents + moratory.totalCents),
      ];
    }),
  });
}

const NOTHING = { netCents: ZERO, vatCents: ZERO, totalCents: ZERO };
