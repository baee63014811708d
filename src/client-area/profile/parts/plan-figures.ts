import type { CallOutput } from '#api/call.ts';
import type { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import { solesTerms } from '#client-area/explain/loan-terms.ts';
import type { Term } from '#loan/explanation.ts';
import { type Cents, fromSoles, subtract, sum, ZERO } from '#loan/money.ts';

/** The settings of a plan today, and whether one is possible. */
export type PlanSettings = CallOutput<typeof getPaymentPlanSettings>;

/** One payment of a plan, in céntimos. */
export interface PlanRow {
  readonly number: number;
  readonly dueDate: string;
  readonly totalCents: Cents;
  readonly paidCents: Cents;
  /** Left of the plan after this payment. */
  readonly leftCents: Cents;
  /** Its terms, where known: those of an offer are. */
  readonly terms?: readonly Term[];
}

type RunningPlan = NonNullable<LoanBody['plan']>;
interface Wire extends Pick<PlanRow, 'number' | 'dueDate' | 'terms'> {
  readonly total: number;
  readonly paid: number;
}

/** Lists the payments of an offer. */
export function offerRows({ payments }: PlanOfferBody): PlanRow[] {
  return rowsOf(
    payments.map(({ number, dueDate, amount: { total, ...parts } }) => {
      return { number, dueDate, total, paid: 0, terms: solesTerms(parts) };
    }),
  );
}

/** Lists the payments of a running plan. */
export function planRows({ payments }: RunningPlan): PlanRow[] {
  return rowsOf(payments);
}

function rowsOf(payments: readonly Wire[]): PlanRow[] {
  const totals = payments.map(({ total }) => fromSoles(total));
  let left = sum(...totals);
  return payments.map(({ number, dueDate, paid, terms }, index) => {
    const totalCents = totals[index] ?? ZERO;
    left = subtract(left, totalCents);
    return { number, dueDate, totalCents, paidCents: fromSoles(paid), leftCents: left, ...(terms && { terms }) };
  });
}

/** Tells whether a payment is fully paid. */
export function isPaid({ totalCents, paidCents }: PlanRow): boolean {
  return paidCents >= totalCents;
}
