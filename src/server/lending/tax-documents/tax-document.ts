import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, sum } from '#loan/money.ts';
import type { TaxPolicy } from '#server/lending/parameters/policies.ts';

/** Who issues: the lender, as the tax authority has it registered. */
export type Issuer = TaxPolicy['issuer'];

export interface Buyer {
  /** Catalogue 06: 1 DNI, 4 CE. */
  readonly documentCode: '1' | '4';
  readonly documentNumber: string;
  readonly name: string;
}

/** A taxed charge, or a part of one, as it was charged: net and IGV, never computed again from one another. */
export interface TaxLine {
  readonly description: string;
  readonly netCents: Cents;
  readonly vatCents: Cents;
}

/** The receipt that a credit note lowers. */
export interface CorrectedDocument {
  readonly series: string;
  readonly number: number;
  /** Catalogue 09, as a boleta may have them. */
  readonly reason: '01' | '06' | '07' | '09';
  readonly words: string;
}

/** A *boleta de venta electrónica* or a *nota de crédito* of one, in soles. */
export interface TaxDocument {
  readonly kind: 'receipt' | 'credit-note';
  readonly series: string;
  readonly number: number;
  readonly issueDate: CalendarDate;
  readonly issuer: Issuer;
  readonly buyer: Buyer;
  readonly igvPercent: number;
  readonly lines: readonly TaxLine[];
  readonly corrects?: CorrectedDocument | undefined;
}

export interface TaxTotals {
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
}

/** Totals of a document: the sums of its lines. */
export function totalsOf({ lines }: Pick<TaxDocument, 'lines'>): TaxTotals {
  const netCents = sum(...lines.map((line) => line.netCents));
  const vatCents = sum(...lines.map((line) => line.vatCents));
  return { netCents, vatCents, totalCents: sum(netCents, vatCents) };
}

/**
 * Joins lines so that each of them may stand on a document. The authority refuses a taxed line without a base (3105)
 * and one without IGV (3111), but a small part of a charge may be either: 0,02 of interest has no IGV, and the last
 * céntimo of an instalment's IGV has no base. Such a line is added to one of the same words, else to the first one,
 * whose words it follows; only the sums change hands, nothing is computed again. Lines of nothing are left out.
 *
 * Empty when all of them together have no base or no IGV: nothing can be issued for them yet, and they stay owed until
 * there is more of the loan to go with them. Worked: interest 0,02 and 0,00, fee 8,00 and 1,44 → one line of 8,02 and
 * 1,44.
 */
export function linesToIssue(lines: readonly TaxLine[]): readonly TaxLine[] {
  const charged = lines.filter(({ netCents, vatCents }) => netCents !== 0 || vatCents !== 0);
  const standing = charged.filter(stands);
  const small = charged.filter((line) => !stands(line));
  if (standing.length > 0) return small.reduce(withSmall, standing);
  const [first, ...others] = small;
  const joined = first && others.reduce(added, first);
  return joined && stands(joined) ? [joined] : [];
}

function stands({ netCents, vatCents }: TaxLine): boolean {
  return netCents > 0 && vatCents > 0;
}

function withSmall(lines: readonly TaxLine[], small: TaxLine): readonly TaxLine[] {
  const same = lines.findIndex(({ description }) => description === small.description);
  const at = Math.max(same, 0);
  return lines.map((line, index) => (index === at ? added(line, small) : line));
}

function added(one: TaxLine, other: TaxLine): TaxLine {
  const isSame = one.description === other.description;
  return {
    description: isSame ? one.description : `${one.description}; ${other.description}`,
    netCents: sum(one.netCents, other.netCents),
    vatCents: sum(one.vatCents, other.vatCents),
  };
}
