import type { LoanBody } from '#api/loan-body.ts';
import { type ActiveLoan, activeLoan } from '#loan/active-loan.ts';
import type { FlexProgress, PlanProgress } from '#loan/arrangement.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { flexPaidSoFar, nextMinimum } from '#loan/flex-pay.ts';
import { isDisbursed, type Loan, type Standing } from '#loan/loan.ts';
import { scheduleRows } from '#loan/loan-picture.ts';
import { type Cents, cents, subtract, sum, toSoles, ZERO } from '#loan/money.ts';
import { nextPlanPayment, type PaymentChannel } from '#loan/payment-plan.ts';
import { payoffCents } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { presentRow } from '#server/lending/loans/present-row.ts';
import type { TopUpSituation } from './top-up-situation.ts';

/** A loan on the wire (product-spec §3, domain 2.16), in soles, without what only its orders know. */
export function presentLoan(
  { loan, day }: LoanSnapshot,
  topUp: TopUpSituation,
  paymentChannel: PaymentChannel | undefined,
): Omit<LoanBody, 'payoutFrom' | 'payoutReviewed'> {
  const standing = isDisbursed(loan) ? standingOn(loan, day) : undefined;
  return {
    ...amountsOf(activeLoan(loan, day)),
    ...topUpFields(topUp),
    extension: extensionOf(standing, day.date),
    plan: standing ? planOf(loan, standing, paymentChannel) : null,
    flex: standing ? flexOf(loan, standing) : null,
    schedule: standing ? scheduleOf(standing) : [],
  };
}

type Amounts = Omit<
  LoanBody,
  'topUpStatus' | 'topUpOffer' | 'extension' | 'plan' | 'flex' | 'schedule' | 'payoutFrom' | 'payoutReviewed'
>;

function amountsOf(active: ActiveLoan): Amounts {
  return {
    number: active.number,
    status: active.status,
    productType: active.productType,
    principalDue: toSoles(active.principalDueCents),
    principalOutstanding: toSoles(active.principalOutstandingCents),
    principalDisbursing: toSoles(active.principalDisbursingCents),
    interestDue: toSoles(active.interestDueCents),
    totalInterestOutstanding: toSoles(active.totalInterestOutstandingCents),
    techFeeDue: toSoles(active.techFeeDueCents),
    totalTechFeeOutstanding: toSoles(active.totalTechFeeOutstandingCents),
    notaryFeeDue: toSoles(active.notaryFeeDueCents),
    acceleratedAcceptanceFeeDue: toSoles(active.acceleratedAcceptanceFeeDueCents),
    adminFeeDue: toSoles(active.adminFeeDueCents),
    vatDue: toSoles(active.vatDueCents),
    totalVatOutstanding: toSoles(active.totalVatOutstandingCents),
    totalFeesDue: toSoles(active.totalFeesDueCents),
    totalDue: toSoles(active.totalDueCents),
    totalOutstanding: toSoles(active.totalOutstandingCents),
    nextPaymentDate: active.nextPaymentDate,
    maturityDate: active.maturityDate,
    daysPastDue: active.daysPastDue,
    moratoryDue: toSoles(active.moratoryDueCents),
    unappliedCredit: toSoles(active.unappliedCreditCents),
  };
}

function topUpFields(topUp: TopUpSituation): Pick<LoanBody, 'topUpStatus' | 'topUpOffer'> {
  const { status, request, refusal, availableCents, termDays } = topUp;
  const isShown = refusal === undefined || status !== 'NONE';
  return {
    topUpStatus: status === 'NONE' ? null : status,
    topUpOffer: isShown
      ? {
          principalAvailable: toSoles(availableCents),
          term: termDays,
          principalRequested: request ? toSoles(request.principalCents) : null,
        }
      : null,
  };
}

/** Tells whether the calculator may mention a top-up at all; it may while one is on its way (design §8). */
export function isTopUpAvailable({ status, refusal }: TopUpSituation): boolean {
  return status !== 'NONE' || refusal === undefined;
}

function extensionOf(standing: Standing | undefined, today: CalendarDate): LoanBody['extension'] {
  const bought = standing?.groups[0]?.extensions ?? [];
  const last = bought.at(-1);
  return { count: bought.length, active: last !== undefined && !standing?.paidOn && today <= last.to };
}

/** Presents a plan. Money counts for the first payments first, whenever it came. */
function planOf(loan: Loan, standing: Standing, paymentChannel: PaymentChannel | undefined): LoanBody['plan'] {
  const { plan } = standing;
  if (!plan) return null;
  const { items, totalCents } = plan.terms;
  const paid = plan.endedOn ? paidUntilItEnded(loan, plan, totalCents) : subtract(totalCents, payoffCents(standing));
  const next = nextPlanPayment(standing);
  let before = ZERO;
  const payments = items.map(({ dueDate, amountCents }, index) => {
    const paidHere = cents(Math.min(amountCents, Math.max(0, paid - before)));
    before = sum(before, amountCents);
    return { number: index + 1, dueDate, total: toSoles(amountCents), paid: toSoles(paidHere) };
  });
  return {
    planId: plan.id,
    status: plan.status,
    since: plan.since,
    paymentChannel: paymentChannel ?? null,
    total: toSoles(totalCents),
    paid: toSoles(paid),
    next: next ? { date: next.date, amount: toSoles(next.amountCents) } : null,
    payments,
    endedOn: plan.endedOn ?? null,
  };
}

/**
 * Money that came in while the plan or flex pay ran. After its end the loan's own lines count again as by contract, or
 * all are paid.
 */
function paidUntilItEnded(loan: Loan, ended: PlanProgress | FlexProgress, agreedCents: Cents): Cents {
  if (ended.status === 'COMPLETED' || ended.status === 'PAID') return agreedCents;
  const { since, endedOn } = ended;
  const paid = loan.facts.flatMap((fact) =>
    fact.kind === 'payment' && !fact.reversedOn && fact.date >= since && (!endedOn || fact.date <= endedOn)
      ? [fact.amountCents]
      : [],
  );
  return cents(Math.min(agreedCents, sum(...paid)));
}

function flexOf(loan: Loan, standing: Standing): LoanBody['flex'] {
  const { flex } = standing;
  if (!flex) return null;
  const { terms, endedOn } = flex;
  const next = nextMinimum(standing);
  const paid = endedOn ? paidUntilItEnded(loan, flex, terms.balanceCents) : flexPaidSoFar(standing, terms);
  return {
    flexId: flex.id,
    status: flex.status,
    since: flex.since,
    balance: toSoles(terms.balanceCents),
    paidSoFar: toSoles(paid),
    minPayment: toSoles(terms.minPaymentCents),
    minMonthly: toSoles(terms.minMonthlyCents),
    nextMinimum: next ? { date: next.date, amount: toSoles(next.amountCents) } : null,
    finalDate: terms.finalDate,
    endedOn: endedOn ?? null,
  };
}

function scheduleOf(standing: Standing): LoanBody['schedule'] {
  return scheduleRows(standing).map((row) => ({
    ...presentRow(row),
    paid: toSoles(row.paidCents),
    unpaid: toSoles(row.unpaidCents),
    daysLate: row.daysLate,
  }));
}
