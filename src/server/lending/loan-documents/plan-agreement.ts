import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { PlanTerms } from '#loan/arrangement.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, sum } from '#loan/money.ts';
import type { PlanAmount, PlanOffer } from '#loan/payment-plan.ts';
import {
  addVerification,
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import type { TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { addSignatureEvidence, type SignatureEvidence } from './signature-evidence.ts';

export interface PlanAgreementContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly loanNumber: string;
  readonly confirmedOn: CalendarDate;
  readonly terms: PlanTerms;
  /** The parts of each payment; absent when newer facts have changed them since the agreement. */
  readonly payments?: PlanOffer['payments'] | undefined;
  readonly waivedMoratoryCents: Cents;
  readonly signature?: SignatureEvidence | undefined;
}

/** The payment plan as confirmed: dates and amounts that do not move, and what happens if it breaks (domain 2.13). */
export function renderPlanAgreement(content: PlanAgreementContent): Promise<Uint8Array> {
  const { head, borrower, loanNumber, confirmedOn, terms, signature } = content;
  const open = openDocument(head, 'PLAN_AGREEMENT', loanNumber);
  const { pdf, texts } = open;
  const words = texts.plan;
  pdf.paragraph(words.intro);
  pdf.rows(nameRows(texts, borrower));
  const first = terms.items[0]?.dueDate ?? confirmedOn;
  pdf.figures([
    { label: words.total, value: formatSoles(terms.totalCents) },
    { label: words.payments, value: String(terms.items.length) },
    { label: words.first, value: formatDate(first) },
  ]);
  pdf.section(words.heading);
  addPlanTable(pdf, texts, terms, content.payments);
  const values = {
    date: formatDate(confirmedOn),
    moratory: formatSoles(content.waivedMoratoryCents),
    atRisk: terms.atRiskAfterBusinessDays,
    broken: terms.brokenAfterDays,
  };
  pdf.list(words.rules.map((rule) => fill(rule, values)));
  addVerification(pdf, texts, head);
  if (signature) addSignatureEvidence(open, head, borrower, signature);
  return pdf.finish();
}

const PARTS = ['principalCents', 'interestCents', 'feesCents', 'vatCents'] as const satisfies (keyof PlanAmount)[];

/** The agreed payments with their parts, as far as they are known. */
export function addPlanTable(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  { items, totalCents }: PlanTerms,
  payments: PlanOffer['payments'] | undefined,
): void {
  const { labels } = texts;
  const names = [labels.principal, labels.interest, labels.fees, labels.igv];
  const right = (label: string) => ({ label, share: 1.2, align: 'right' }) as const;
  const parts = payments ? PARTS : [];
  pdf.table({
    columns: [
      { label: labels.number, share: 0.6 },
      { label: labels.dueDate, share: 1.4 },
      ...parts.map((_, k) => right(names[k] ?? '')),
      right(labels.installment),
    ],
    rows: items.map(({ dueDate, amountCents }, k) => [
      String(k + 1),
      formatDate(dueDate),
      ...parts.map((part) => formatAmount(payments?.[k]?.amount[part] ?? 0)),
      formatAmount(amountCents),
    ]),
    foot: [
      '',
      labels.sum,
      ...parts.map((part) => formatAmount(sum(...(payments ?? []).map(({ amount }) => amount[part])))),
      formatAmount(totalCents),
    ],
  });
}
