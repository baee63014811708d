import type { CalendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { DocumentedLine, TaxChange, TaxedLine } from '#loan/taxed-lines.ts';
import type { TaxPolicy } from '#server/lending/parameters/policies.ts';
import { describeLine } from './describe-line.ts';
import { linesToIssue, type TaxDocument } from './tax-document.ts';
import type { LeftOfReceipt } from './tax-store.ts';

export type NoteReason = NonNullable<TaxDocument['corrects']>['reason'];
export type KeyedLine = TaxChange['receipt'][number];

/** Lines that a credit note takes back of one receipt. */
export interface Note {
  readonly receipt: LeftOfReceipt;
  readonly lines: readonly DocumentedLine[];
  readonly reason: NoteReason;
}

/** One credit note for each receipt of which something is taken back. */
export function notesOf({ takenBack }: TaxChange, documented: readonly LeftOfReceipt[]): Note[] {
  return [...Map.groupBy(takenBack, ({ documentId }) => documentId)].map(([id, lines]) => {
    const receipt = documented.find((each) => each.id === id) as LeftOfReceipt;
    return { receipt, lines, reason: reasonOf(lines, receipt) };
  });
}

/** Catalogue 09: all of a receipt is taken back, whole lines of it, or part of a line. */
function reasonOf(lines: readonly DocumentedLine[], receipt: LeftOfReceipt): NoteReason {
  const isWhole = (of: DocumentedLine) =>
    lines.some(({ key, netCents, vatCents }) => key === of.key && netCents === of.netCents && vatCents === of.vatCents);
  const left = receipt.lines.filter(({ netCents, vatCents }) => netCents + vatCents > 0);
  if (left.every(isWhole)) return '06';
  return left.filter(isWhole).length === lines.length ? '07' : '09';
}

const WORDS: Readonly<Record<NoteReason, string>> = {
  '01': 'Anulación de la operación',
  '06': 'Devolución total',
  '07': 'Devolución por ítem',
  '09': 'Disminución en el valor',
};

export interface ToCompose {
  readonly policy: Pick<TaxPolicy, 'issuer' | 'series'>;
  readonly number: number;
  readonly date: CalendarDate;
  readonly buyer: TaxDocument['buyer'];
  readonly loan: { readonly number: string; readonly terms: Pick<LoanTerms, 'productType' | 'pricing'> };
  /** Lines that are charged, for their due dates; one that is not charged any more is described without one. */
  readonly owed: readonly TaxedLine[];
  readonly lines: readonly KeyedLine[];
  /** Of a credit note. */
  readonly corrected?: { readonly receipt: LeftOfReceipt; readonly reason: NoteReason } | undefined;
}

/** Says lines of a loan as a document has them: amounts as they were charged, words as its client knows them. */
export function composeTaxDocument({
  policy,
  number,
  date,
  buyer,
  loan,
  owed,
  lines,
  corrected,
}: ToCompose): TaxDocument {
  const words = { number: loan.number, hasInstalments: loan.terms.productType !== 'SINGLE_PAY' };
  const wordsOf = (key: string) => {
    const line = owed.find((each) => each.key === key);
    return describeLine(line ?? { key, component: key.split('.')[2] as TaxedLine['component'] }, words);
  };
  const charged = lines.map(({ key, netCents, vatCents }) => ({ description: wordsOf(key), netCents, vatCents }));
  return {
    kind: corrected ? 'credit-note' : 'receipt',
    series: corrected ? policy.series.creditNote : policy.series.receipt,
    number,
    issueDate: date,
    issuer: policy.issuer,
    buyer,
    igvPercent: loan.terms.pricing.igvPercent,
    lines: linesToIssue(charged),
    ...(corrected && { corrects: correctionOf(corrected) }),
  };
}

function correctionOf({ receipt, reason }: NonNullable<ToCompose['corrected']>): TaxDocument['corrects'] {
  const { series, number } = receipt;
  return { series, number, reason, words: WORDS[reason] };
}
