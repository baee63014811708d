import { expect } from 'vitest';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import { type Cents, cents, sum } from '#loan/money.ts';
import type { NetAndVat } from '#loan/obligation.ts';
import {
  type DocumentedLine,
  STANDARD_TAX_RULES,
  type TaxChange,
  type TaxedLine,
  type TaxRules,
  taxChange,
  taxedLinesOwed,
  taxGap,
} from '#loan/taxed-lines.ts';
import { BookedLoan } from './booked-loan.ts';

/** A document of a generated life, as far as its amounts go. */
export interface IssuedForTest {
  readonly id: string;
  readonly date: CalendarDate;
  readonly kind: 'receipt' | 'credit-note';
  /** Of a credit note: the receipt that it lowers. */
  readonly corrects?: string | undefined;
  readonly lines: readonly (NetAndVat & { readonly key: string })[];
}

/**
 * A booked loan whose every evening is documented, and checked against the ledger: what is documented is what is owed,
 * line by line, and IGV payable is the sum of its parts (P38, P39).
 */
export class DocumentedLoan extends BookedLoan {
  readonly issued: IssuedForTest[] = [];
  readonly rules: TaxRules;
  private readonly bankCalendar: BankCalendar;

  constructor(terms: LoanTerms, today: CalendarDate, calendar: BankCalendar, rules: TaxRules = STANDARD_TAX_RULES) {
    super(terms, today, calendar);
    this.bankCalendar = calendar;
    this.rules = rules;
  }

  override advance(days: number, skip = false): void {
    for (let day = 0; day < days && !skip; day += 1) {
      super.advance(1);
      this.documentToday();
    }
    if (skip) super.advance(days, true);
  }

  override check(): void {
    super.check();
    this.documentToday();
  }

  /** Lines of receipts with what credit notes have left of them, oldest first. */
  left(): DocumentedLine[] {
    return this.issued
      .filter(({ kind }) => kind === 'receipt')
      .flatMap(({ id, lines }) =>
        lines.map(({ key, netCents, vatCents }) => {
          const back = this.issued
            .filter(({ corrects }) => corrects === id)
            .flatMap((note) => note.lines.filter((line) => line.key === key));
          return {
            documentId: id,
            key,
            netCents: cents(netCents - sum(...back.map((line) => line.netCents))),
            vatCents: cents(vatCents - sum(...back.map((line) => line.vatCents))),
          };
        }),
      );
  }

  documentToday(): void {
    const day = { date: this.today, calendar: this.bankCalendar };
    const owed = taxedLinesOwed(this.loan, day, this.rules);
    this.issue(taxChange(owed, this.left()));
    const left = this.left();
    for (const { netCents, vatCents } of left) expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0);
    expectDocumented(owed, left);
    expect(taxChange(owed, left)).toEqual({ receipt: [], takenBack: [] });
    const { earnedNotDocumented, documentedNotEarned, writtenOff } = taxGap(this.loan, day, this.rules);
    const documented = sum(...left.map(({ vatCents }) => vatCents));
    expect(documented + earnedNotDocumented - documentedNotEarned + writtenOff).toBe(-this.igvPayable());
  }

  igvPayable(): Cents {
    return this.balances['igv-payable'] ?? cents(0);
  }

  private issue({ receipt, takenBack }: TaxChange): void {
    const number = (): string => String(this.issued.length + 1);
    for (const [corrects, lines] of Map.groupBy(takenBack, ({ documentId }) => documentId)) {
      expectToStand(lines);
      this.issued.push({ id: number(), date: this.today, kind: 'credit-note', corrects, lines });
    }
    if (receipt.length > 0) expectToStand(receipt);
    if (receipt.length > 0) this.issued.push({ id: number(), date: this.today, kind: 'receipt', lines: receipt });
  }
}

/** A document has a base and IGV, and takes nothing of either away. */
function expectToStand(lines: readonly NetAndVat[]): void {
  for (const { netCents, vatCents } of lines) {
    expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0);
    expect(netCents + vatCents).toBeGreaterThan(0);
  }
  expect(sum(...lines.map(({ netCents }) => netCents))).toBeGreaterThan(0);
  expect(sum(...lines.map(({ vatCents }) => vatCents))).toBeGreaterThan(0);
}

/** Up to 5 céntimos have IGV that rounds to 0 or adds none; what is paid and what is left of a line round apart. */
const WITHOUT_IGV = 11;

/** Line by line the IGV is what is owed; the base too, but for some céntimos whose IGV is 0. */
function expectDocumented(owed: readonly TaxedLine[], left: readonly DocumentedLine[]): void {
  const [wanted, found] = [sumsOf(owed), sumsOf(left)];
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [[net, vat], [hasNet, hasVat]] = [wanted[key] ?? [0, 0], found[key] ?? [0, 0]];
    expect([key, hasVat]).toEqual([key, vat]);
    expect(hasNet).toBeLessThanOrEqual(net);
    expect(net - hasNet).toBeLessThanOrEqual(WITHOUT_IGV);
  }
}

function sumsOf(lines: readonly (NetAndVat & { readonly key: string })[]) {
  const sums: Record<string, readonly [number, number]> = {};
  for (const { key, netCents, vatCents } of lines) {
    const [net, vat] = sums[key] ?? [0, 0];
    if (net + netCents + vat + vatCents > 0) sums[key] = [net + netCents, vat + vatCents];
  }
  return sums;
}

/** Days without anything new. */
export function daysAfter(date: CalendarDate, count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, k) => addDays(date, k + 1));
}
