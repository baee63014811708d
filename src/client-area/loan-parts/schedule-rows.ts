import type { LoanBody } from '#api/loan-body.ts';
import { type Term, termsOf } from '#loan/explanation.ts';
import { type Cents, fromSoles, subtract, sum } from '#loan/money.ts';

type WireRow = LoanBody['schedule'][number];

/** One due date of a running loan, in céntimos. */
export interface LoanRow {
  readonly number: number;
  readonly dueDate: string;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  readonly vatCents: Cents;
  readonly moratoryCents: Cents;
  readonly totalCents: Cents;
  readonly unpaidCents: Cents;
  /** 0 until the last day to pay in time has passed. */
  readonly daysLate: number;
}

/** Converts the wire format (soles). */
export function loanRows(schedule: readonly WireRow[]): LoanRow[] {
  return schedule.map((row) => ({
    number: row.number,
    dueDate: row.dueDate,
    principalCents: fromSoles(row.principal),
    interestCents: fromSoles(row.interest),
    feesCents: fromSoles(row.fees),
    vatCents: fromSoles(row.vat),
    moratoryCents: fromSoles(row.moratory),
    totalCents: fromSoles(row.total),
    unpaidCents: fromSoles(row.unpaid),
    daysLate: row.daysLate,
  }));
}

/** Lists the due dates of a running plan, whose payments have no parts. */
export function planDueRows({ payments }: NonNullable<LoanBody['plan']>) {
  return payments.map(({ number, dueDate, total, paid }) => ({
    number,
    dueDate,
    totalCents: fromSoles(total),
    unpaidCents: subtract(fromSoles(total), fromSoles(paid)),
    daysLate: 0,
  }));
}

/** The parts of a row. */
const ROW_PARTS = [
  { of: 'principalCents', name: 'loan_part_principal' },
  { of: 'interestCents', name: 'loan_part_interest' },
  { of: 'vatCents', name: 'loan_part_vat' },
  { of: 'feesCents', name: 'loan_part_fees' },
  { of: 'moratoryCents', name: 'loan_part_moratory' },
] as const satisfies readonly { readonly of: keyof LoanRow; readonly name: string }[];

type RowParts = Pick<LoanRow, (typeof ROW_PARTS)[number]['of']>;

/** Lists the parts that occur in any row: a loan that was never late does not have late charges. */
export function partsOf(rows: readonly RowParts[]): (typeof ROW_PARTS)[number][] {
  return ROW_PARTS.filter(({ of }) => rows.some((row) => row[of] > 0));
}

export function isPaid({ unpaidCents }: Pick<LoanRow, 'unpaidCents'>): boolean {
  return unpaidCents === 0;
}

/** Lists the terms of a row's total. */
export function termsOfRow({ principalCents, interestCents, feesCents, vatCents, moratoryCents }: LoanRow): Term[] {
  return termsOf({
    principal: principalCents,
    interest: interestCents,
    fees: feesCents,
    vat: vatCents,
    moratory: moratoryCents,
  });
}

/** Adds a column up. */
export function sumOf(rows: readonly LoanRow[], of: (typeof ROW_PARTS)[number]['of'] | 'totalCents' | 'unpaidCents') {
  return sum(...rows.map((row) => row[of]));
}
