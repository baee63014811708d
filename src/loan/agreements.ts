import type { PlanTerms } from './arrangement.ts';
import type { BusinessDate } from './business-days.ts';
import {
  type FlexIneligibility,
  type FlexSettings,
  type FlexSituation,
  flexIneligibility,
  flexTerms,
} from './flex-pay.ts';
import { daysPastDue, effectiveDueDate } from './lateness.ts';
import { isDisbursed, type Loan } from './loan.ts';
import { changeFacts, type LoanChange, recordFact } from './loan-life.ts';
import { type Cents, ZERO } from './money.ts';
import {
  type PlanIneligibility,
  type PlanSettings,
  type PlanSituation,
  planIneligibility,
  planTotal,
} from './payment-plan.ts';
import { payoffCents } from './payoff.ts';
import { arrangementOf } from './remaining-schedule.ts';
import { standingOn, statusOf, totalOutstanding } from './standing.ts';

export type Decided<Reason extends string> = LoanChange | { readonly kind: 'refused'; readonly reason: Reason };

/**
 * Confirms a payment plan on the offered terms (domain 2.13). If the balance has changed since, it refuses, because the
 * client must see the new offer first.
 */
export function decidePaymentPlan(
  loan: Loan,
  plan: { readonly id: string; readonly terms: PlanTerms },
  situation: Omit<PlanSituation, 'status'>,
  settings: PlanSettings,
  day: BusinessDate,
): Decided<PlanIneligibility | 'balance-changed'> {
  const standing = standingOn(loan, day);
  const status = statusOf(standing);
  const reason = planIneligibility(standing, { ...situation, status }, settings);
  if (reason) return { kind: 'refused', reason };
  if (planTotal(standing) !== plan.terms.totalCents) return { kind: 'refused', reason: 'balance-changed' };
  const fact = { kind: 'plan', id: plan.id, date: day.date, plan: plan.terms } as const;
  return recordFact(loan, fact, day, 'plan-confirmed');
}

/** Activates flex pay for today's payoff amount (domain 2.14). */
export function decideFlexPay(
  loan: Loan,
  id: string,
  situation: Pick<FlexSituation, 'hasBrokenPlan' | 'offeredByStaff'>,
  settings: FlexSettings,
  day: BusinessDate,
): Decided<FlexIneligibility> {
  const standing = standingOn(loan, day);
  const days = daysPastDue(standing.groups, day, loan.terms.policy.late);
  const status = statusOf(standing);
  const reason = flexIneligibility({ ...situation, status, daysPastDue: days }, settings);
  if (reason) return { kind: 'refused', reason };
  const fact = { kind: 'flex', id, date: day.date, flex: flexTerms(standing, settings) } as const;
  return recordFact(loan, fact, day, 'flex-activated');
}

/**
 * Writes a debt off (domain 2.16): DEFAULTED for more than 180 days and decided by two people, which the caller must
 * check. The debt remains, but nothing more accrues. While money of the loan, or of a top-up, is on its way to the client
 * what is owed is not known: the bank's answer comes first.
 */
export function decideWriteOff(
  loan: Loan,
  id: string,
  minDaysPastDue: number,
  day: BusinessDate,
): Decided<'money-on-its-way' | 'not-in-default' | 'too-early'> {
  if (isPaidOutNow(loan)) return { kind: 'refused', reason: 'money-on-its-way' };
  if (!isDisbursed(loan)) return { kind: 'refused', reason: 'not-in-default' };
  const standing = standingOn(loan, day);
  if (statusOf(standing) !== 'DEFAULTED') return { kind: 'refused', reason: 'not-in-default' };
  const days = daysPastDue(standing.groups, day, loan.terms.policy.late);
  if (days <= minDaysPastDue) return { kind: 'refused', reason: 'too-early' };
  return recordFact(loan, { kind: 'write-off', id, date: day.date }, day, 'written-off');
}

/** Money of the loan is ordered, and the bank has not said that it arrived or that it cannot. */
function isPaidOutNow({ status, topUp }: Loan): boolean {
  return status === 'ORIGINATED' || status === 'DISBURSING' || topUp?.status === 'DISBURSING';
}

/** Undoes a write-off: the debt is on the balance sheet again as if it had never been written off. */
export function undoWriteOff(
  loan: Loan,
  id: string,
  day: BusinessDate,
): Decided<'no-such-write-off' | 'loan-not-written-off'> {
  const fact = loan.facts.find((candidate) => candidate.kind === 'write-off' && candidate.id === id);
  if (!fact) return { kind: 'refused', reason: 'no-such-write-off' };
  if (loan.status !== 'WRITTEN_OFF') return { kind: 'refused', reason: 'loan-not-written-off' };
  const facts = loan.facts.filter((candidate) => candidate !== fact);
  return changeFacts(loan, facts, day, 'write-off-reversed');
}

/** Refunds credit to the client; never more than there is (domain 2.11.5). */
export function decideRefund(
  loan: Loan,
  refund: { readonly id: string; readonly amountCents: Cents },
  day: BusinessDate,
): Decided<'amount-not-positive' | 'more-than-the-credit'> {
  if (refund.amountCents <= 0) return { kind: 'refused', reason: 'amount-not-positive' };
  const { creditCents } = standingOn(loan, day);
  if (refund.amountCents > creditCents) return { kind: 'refused', reason: 'more-than-the-credit' };
  return recordFact(loan, { kind: 'refund', date: day.date, ...refund }, day);
}

/**
 * Waives a remainder of S/ 1.00 or less after the last day to pay, a plan's or flex pay's own while it runs, because it is
 * too small to collect and the loan must be able to end (decision 0030).
 */
export function decideRemainderWaiver(
  loan: Loan,
  id: string,
  day: BusinessDate,
): Decided<'loan-not-active' | 'not-yet' | 'too-much'> {
  const standing = standingOn(loan, day);
  if (standing.paidOn || standing.writtenOff) return { kind: 'refused', reason: 'loan-not-active' };
  const runs = arrangementOf(standing);
  const maturity = (runs?.checkpoints ?? standing.groups).at(-1)?.dueDate ?? day.date;
  if (day.date <= effectiveDueDate(maturity, day.calendar)) return { kind: 'refused', reason: 'not-yet' };
  const amountCents = runs ? payoffCents(standing) : totalOutstanding(standing);
  if (amountCents > loan.terms.policy.late.toleranceCents) return { kind: 'refused', reason: 'too-much' };
  if (amountCents <= ZERO) return { kind: 'refused', reason: 'loan-not-active' };
  return recordFact(loan, { kind: 'waiver', id, date: day.date, amountCents }, day);
}
