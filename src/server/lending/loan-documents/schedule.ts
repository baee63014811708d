import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fill } from '#i18n/translate.ts';
import type { PlanTerms } from '#loan/arrangement.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { DueGroup } from '#loan/obligation.ts';
import type { PlanOffer } from '#loan/payment-plan.ts';
import {
  type Borrower,
  type DocumentHead,
  type DocumentTexts,
  nameRows,
  openDocument,
} from '#server/lending/documents/document-head.ts';
import type { TaggedPdf } from '#server/lending/documents/tagged-pdf.ts';
import { columnTotal, type ScheduleLine, scheduleLines } from './loan-figures.ts';
import { addPlanTable } from './plan-agreement.ts';

/** Why a schedule was issued. */
export const SCHEDULE_REASONS = [
  'contract',
  'disbursement',
  'prepayment',
  'extension',
  'top-up',
  'plan',
  'corrected',
] as const;
export type ScheduleReason = (typeof SCHEDULE_REASONS)[number];

export interface ScheduleContent {
  readonly head: DocumentHead;
  readonly borrower: Borrower;
  readonly reference: string;
  readonly reason: ScheduleReason;
  /** The day of the reason: of the disbursement, the payment, the confirmation; of issue for a corrected one. */
  readonly reasonDate: CalendarDate;
  /** Amounts due by the contract as it stands, oldest first. */
  readonly groups: readonly DueGroup[];
  /** The payments agreed instead, while a plan runs. */
  readonly plan?: { readonly terms: PlanTerms; readonly payments?: PlanOffer['payments'] | undefined } | undefined;
}

/** The cronograma; each change of it is a new version that replaces the one before. */
export function renderSchedule(content: ScheduleContent): Promise<Uint8Array> {
  const { head, borrower, reference, reason, reasonDate, groups, plan } = content;
  const { pdf, texts } = openDocument(head, 'SCHEDULE', reference);
  pdf.rows([...nameRows(texts, borrower), { label: texts.labels.issuedOn, value: formatDate(head.issuedOn) }]);
  pdf.section(texts.titles.SCHEDULE);
  pdf.paragraph(fill(texts.schedule[reason], { date: formatDate(reasonDate) }));
  if (reason !== 'contract' && reason !== 'disbursement') pdf.paragraph(texts.schedule.replaces);
  if (plan) addPlanTable(pdf, texts, plan.terms, plan.payments);
  else addScheduleTable(pdf, texts, groups, { withPaid: reason !== 'contract' && reason !== 'disbursement' });
  if (!plan && (reason === 'prepayment' || reason === 'corrected')) pdf.note(texts.schedule.prepaidNote);
  pdf.note(plan ? texts.schedule.planNote : texts.schedule.note);
  return pdf.finish();
}

type Column = Parameters<TaggedPdf['table']>[0]['columns'][number];

interface ScheduleColumn extends Column {
  readonly key: Exclude<keyof ScheduleLine, 'dueDate'>;
}

/** Every due date with its parts, and their sums. */
export function addScheduleTable(
  pdf: TaggedPdf,
  texts: DocumentTexts,
  groups: readonly DueGroup[],
  { withPaid }: { readonly withPaid: boolean },
): void {
  const lines = scheduleLines(groups);
  const money = moneyColumns(texts, lines, withPaid);
  pdf.table({
    columns: [{ label: texts.labels.number, share: 0.6 }, { label: texts.labels.dueDate, share: 1.35 }, ...money],
    rows: lines.map((line, k) => [
      String(k + 1),
      formatDate(line.dueDate),
      ...money.map(({ key }) => formatAmount(line[key])),
    ]),
    foot: [
      '',
      texts.labels.sum,
      ...money.map(({ key }) => (key === 'balanceCents' ? '' : formatAmount(columnTotal(lines, key)))),
    ],
  });
}

function moneyColumns(texts: DocumentTexts, lines: readonly ScheduleLine[], withPaid: boolean): ScheduleColumn[] {
  const { labels, schedule } = texts;
  const column = (key: ScheduleColumn['key'], label: string): ScheduleColumn => ({
    key,
    label,
    share: 1.2,
    align: 'right',
  });
  const isLate = lines.some(({ moratoryCents }) => moratoryCents > 0);
  return [
    column('principalCents', labels.principal),
    column('interestCents', labels.interest),
    column('feesCents', labels.fees),
    ...(isLate ? [column('moratoryCents', labels.late)] : []),
    column('vatCents', labels.igv),
    column('totalCents', labels.installment),
    ...(withPaid ? [column('unpaidCents', schedule.stillToPay)] : []),
    column('balanceCents', labels.balance),
  ];
}
