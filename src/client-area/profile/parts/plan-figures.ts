import type { LoanBody } from '#api/loan-body.ts';
import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import { type Cents, fromSoles, subtract, sum, ZERO } from '#loan/money.ts';

/** One payment of a plan, in céntimos. */
export interface PlanRow {
  readonly number: number;
  readonly dueDate: string;
  readonly totalCents: Cents;
  readonly paidCents: Cents;
  /** Of the plan, once this one is paid. */
  readonly leftCents: Cents;
}

type RunningPlan = NonNullable<LoanBody['plan']>;
type Wire = { readonly number: number; readonly dueDate: string; readonly total: number; readonly paid: number };

/** The payments of an offer. */
export function offerRows({ payments }: PlanOfferBody): PlanRow[] {
  return rowsOf(payments.map(({ number, dueDate, amount }) => ({ number, dueDate, total: amount.total, paid: 0 })));
}

/** The payments of a plan that runs. */
export function planRows({ payments }: RunningPlan): PlanRow[] {
  return rowsOf(payments);
}

function rowsOf(payments: readonly Wire[]): PlanRow[] {
  const totals = payments.map(({ total }) => fromSoles(total));
  let left = sum(...totals);
  return payments.map(({ number, dueDate, paid }, index) => {
    const totalCents = totals[index] ?? ZERO;
    left = subtract(left, totalCents);
    return { number, dueDate, totalCents, paidCents: fromSoles(paid), leftCents: left };
  });
}

/** Whether nothing of a payment is missing. */
export function isPaid({ totalCents, paidCents }: PlanRow): boolean {
  return paidCents >= totalCents;
}
