import { type Checkpoint, flexCheckpoints, nextCheckpoint, planCheckpoints, thaw } from './arrangement.ts';
import type { BankCalendar, BusinessDate } from './business-days.ts';
import { type CalendarDate, laterOf } from './calendar.ts';
import { areOneSum, inOrderOfEffect } from './day-order.ts';
import { applyExtension, buysExtension, extensionPrice, extensionRefusal, promisedPrice } from './extension.ts';
import { receiveMoney, unpaidCosts, waive } from './incoming-money.ts';
import { accrueLateness, daysPastDue } from './lateness.ts';
import {
  isDisbursed,
  type Loan,
  type LoanFact,
  type LoanStatus,
  type LoanTerms,
  type Payment,
  type PaymentUse,
  type PlanConfirmed,
  type Standing,
} from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { byDueDate, unpaidOfGroup } from './obligation.ts';
import { endedToday, payoffCents, settle } from './payoff.ts';
import { coreOf } from './prepayment.ts';
import { boughtBy, joined, onTheDayOfThePrice, partsOfOneDay } from './quoted-price.ts';
import { trancheGroup } from './top-up.ts';
import { contractGroups } from './tranche.ts';

/**
 * Computes the standing of a disbursed loan on a date: its contract, then all facts in the order of their own dates.
 * Nothing else is stored, so a payment that becomes known late has the effect it would have had in time (domain 2.11.5,
 * invariants P14 and P20).
 */
export function standingOn(loan: Loan, day: BusinessDate): Standing {
  if (!isDisbursed(loan)) throw new RangeError(`loan ${loan.number} has not been disbursed`);
  return withTopUpComing(loan, advance(afterFacts(loan, day), day.date));
}

function withTopUpComing({ topUp }: Loan, standing: Standing): Standing {
  return topUp?.status === 'DISBURSING' ? { ...standing, topUpComing: topUp } : standing;
}

interface AfterFacts {
  readonly terms: LoanTerms;
  readonly valueDate: CalendarDate;
  readonly calendar: BankCalendar;
  readonly lastFactOn: CalendarDate;
  readonly standing: Standing;
}

/**
 * Cache: the standing after the last fact is the same for all later dates, and a close of business asks for two of
 * them. Lists of facts are never changed in place, so the list is the key, and is released with its loan.
 */
const AFTER_FACTS = new WeakMap<readonly LoanFact[], AfterFacts>();

function afterFacts(loan: Loan & { readonly valueDate: CalendarDate }, day: BusinessDate): Standing {
  const { terms, valueDate } = loan;
  const known = AFTER_FACTS.get(loan.facts);
  const isSameLoan = known?.terms === terms && known.valueDate === valueDate && known.calendar === day.calendar;
  if (isSameLoan && known.lastFactOn <= day.date) return known.standing;
  const counted = loan.facts.filter((fact) => fact.date <= day.date);
  const facts = counted.filter((fact) => !(fact.kind === 'payment' && fact.reversedOn));
  const standing = foldUpTo(loan, facts, day.calendar);
  if (counted.length === loan.facts.length) {
    const lastFactOn = facts.reduce((last, fact) => laterOf(last, fact.date), valueDate);
    AFTER_FACTS.set(loan.facts, { terms, valueDate, calendar: day.calendar, lastFactOn, standing });
  }
  return standing;
}

/** Computes the standing by a subset of the facts; used for the effect of one payment among others. */
export function foldFacts(
  loan: Loan & { readonly valueDate: CalendarDate },
  facts: readonly LoanFact[],
  day: BusinessDate,
): Standing {
  return withTopUpComing(loan, advance(foldUpTo(loan, facts, day.calendar), day.date));
}

/** Computes the standing on the day of the last fact. */
function foldUpTo(
  loan: Loan & { readonly valueDate: CalendarDate },
  facts: readonly LoanFact[],
  calendar: BankCalendar,
  notBought: readonly string[] = [],
): Standing {
  const together = onTheDayOfThePrice(facts, loan.terms.policy.extension.toleranceCents, notBought);
  const standing = boughtInParts(loan, together.facts, calendar);
  // A price that was reached when no extension could be had any more: each part of that quote stays money of its own day.
  const failed = together.quoteIds.filter((quoteId) => !boughtBy(quoteId, standing));
  return failed.length === 0 ? standing : foldUpTo(loan, facts, calendar, [...notBought, ...failed]);
}

/**
 * Folds the facts so that parts of one price that came on one day, other money between them, buy their extension when
 * their sum first reaches the price of the day. Until then each is money of the loan (domain 2.12).
 */
function boughtInParts(
  loan: Loan & { readonly valueDate: CalendarDate },
  facts: readonly LoanFact[],
  calendar: BankCalendar,
): Standing {
  let [counted, standing] = [facts, foldRuns(loan, facts, calendar)];
  for (const parts of partsOfOneDay(facts)) {
    const [{ date, use }] = parts as [Payment];
    const quoteId = (use.kind === 'extension' && use.quote?.id) || '';
    for (let count = 2; count <= parts.length && !boughtBy(quoteId, standing); count += 1) {
      const together = joined(counted, parts.slice(0, count), date);
      const after = foldRuns(loan, together, calendar);
      if (boughtBy(quoteId, after)) [counted, standing] = [together, after];
    }
  }
  return standing;
}

function foldRuns(
  loan: Loan & { readonly valueDate: CalendarDate },
  facts: readonly LoanFact[],
  calendar: BankCalendar,
): Standing {
  let standing = firstStanding(loan, calendar);
  for (const run of inRuns(facts)) {
    // The date of a top-up that became known late may be past: it counts where what was known before it has led.
    standing = advance(standing, laterOf(run.date, standing.date));
    standing = apply(standing, run);
  }
  return standing;
}

/** Cache: every reckoning of a loan begins with its contract. Terms are never changed in place. */
const FIRST = new WeakMap<LoanTerms, Standing>();

function firstStanding(loan: Loan & { readonly valueDate: CalendarDate }, calendar: BankCalendar): Standing {
  const known = FIRST.get(loan.terms);
  if (known?.valueDate === loan.valueDate && known.calendar === calendar) return known;
  const groups = contractGroups(loan.terms, loan.valueDate);
  const [first] = groups;
  const standing: Standing = {
    date: loan.valueDate,
    calendar,
    terms: loan.terms,
    valueDate: loan.valueDate,
    groups,
    creditCents: ZERO,
    levelCents: first ? coreOf(first) : ZERO,
  };
  const advanced = advance(standing, loan.valueDate);
  FIRST.set(loan.terms, advanced);
  return advanced;
}

/**
 * Neighbours that are one sum count together. A top-up counts on the day of what was known before it, if that is later.
 */
function inRuns(facts: readonly LoanFact[]): LoanFact[] {
  const runs: LoanFact[] = [];
  for (const fact of inOrderOfEffect(facts)) {
    const before = runs.at(-1);
    if (before?.kind === 'payment' && fact.kind === 'payment' && areOneSum(before, fact)) {
      // The part that bought an extension says so, wherever it stands among the parts of its price.
      const { use } = before.use.kind === 'extension' && before.use.soldCents !== undefined ? before : fact;
      runs[runs.length - 1] = { ...fact, use, amountCents: sum(before.amountCents, fact.amountCents) };
    } else {
      runs.push(fact);
    }
  }
  return runs;
}

/** Advances a standing to a later date: a failed plan or flex pay ends on its day; late charges accrue. */
function advance(standing: Standing, date: CalendarDate): Standing {
  const watched = watchArrangement(standing, date);
  const { late } = watched.terms.policy;
  const day: BusinessDate = { date, calendar: standing.calendar };
  return {
    ...watched,
    date,
    groups: watched.groups.map((group) => accrueLateness(group, day, late)),
  };
}

function watchArrangement(standing: Standing, date: CalendarDate): Standing {
  const { plan, flex } = standing;
  if (standing.paidOn) return standing;
  if (plan && !plan.endedOn) {
    const next = missed(standing, plan.terms.totalCents, planCheckpoints(plan, standing.calendar), date);
    if (!next) return { ...standing, plan: { ...plan, status: 'ACTIVE' } };
    return next.endsOn > date
      ? { ...standing, plan: { ...plan, status: 'AT_RISK' } }
      : { ...resume(standing, next.endsOn), plan: { ...plan, status: 'BROKEN', endedOn: next.endsOn } };
  }
  if (flex && !flex.endedOn) {
    const next = missed(standing, flex.terms.balanceCents, flexCheckpoints(flex), date);
    if (!next) return { ...standing, flex: { ...flex, status: 'ACTIVE' } };
    return next.endsOn > date
      ? { ...standing, flex: { ...flex, status: 'AT_RISK' } }
      : { ...resume(standing, next.endsOn), flex: { ...flex, status: 'ENDED', endedOn: next.endsOn } };
  }
  return standing;
}

/** Finds the first checkpoint by the date that was not reached in time, if any. */
function missed(
  standing: Standing,
  agreedCents: Cents,
  checkpoints: readonly Checkpoint[],
  date: CalendarDate,
): Checkpoint | undefined {
  // Payments that became known after the agreement count towards it, and reversed ones are missing.
  const next = nextCheckpoint(checkpoints, subtract(agreedCents, payoffCents(standing)), standing.terms.policy.late);
  return next && next.atRiskOn <= date ? next : undefined;
}

function resume(standing: Standing, date: CalendarDate): Standing {
  return { ...standing, date, groups: thaw(standing.groups, date) };
}

function apply(standing: Standing, fact: LoanFact): Standing {
  switch (fact.kind) {
    case 'payment':
      return applyPayment(standing, fact);
    case 'tranche': {
      const group = trancheGroup(standing, fact);
      const reopened = { ...standing, paidOn: undefined, groups: [...standing.groups, group].sort(byDueDate) };
      // Credit of a loan that looked paid now has something to pay.
      return receiveMoney({ ...reopened, creditCents: ZERO }, standing.creditCents, undefined);
    }
    case 'refund':
      return { ...standing, creditCents: subtract(standing.creditCents, fact.amountCents) };
    default:
      return standing.paidOn ? standing : applyDecision(standing, fact);
  }
}

function applyDecision(
  standing: Standing,
  fact: Exclude<LoanFact, { readonly kind: 'payment' | 'tranche' | 'refund' }>,
): Standing {
  if (fact.kind === 'waiver') {
    return endIfNothingIsLeft(waive(standing, fact.amountCents, { principal: true }));
  }
  const groups = endedToday(standing);
  const { id, date: since } = fact;
  // A new agreement replaces a running one; ended ones are history.
  const { plan, flex, ...rest } = standing;
  const ended = { ...rest, groups, plan: plan?.endedOn ? plan : undefined, flex: flex?.endedOn ? flex : undefined };
  switch (fact.kind) {
    case 'plan':
      return endIfNothingIsLeft({ ...ended, plan: { id, since, terms: fact.plan, status: 'ACTIVE' } });
    case 'flex':
      return endIfNothingIsLeft({ ...ended, flex: { id, since, terms: fact.flex, status: 'ACTIVE' } });
    case 'write-off':
      return { ...ended, writtenOff: { on: fact.date, groups } };
  }
}

function endIfNothingIsLeft(standing: Standing): Standing {
  return payoffCents(standing) <= 0 ? settle(standing, ZERO) : standing;
}

function applyPayment(standing: Standing, payment: Payment): Standing {
  const { use, amountCents } = payment;
  switch (use.kind) {
    case 'extension':
      return applyExtensionPayment(standing, amountCents, use);
    case 'settlement':
      return applySettlement(standing, amountCents, use.discountCents);
    case 'arrangement':
      return use.plan
        ? receiveForPlan(standing, amountCents, use.plan)
        : receiveMoney(standing, amountCents, undefined);
    case 'ordinary':
      return receiveMoney(standing, amountCents, use.mode);
  }
}

/**
 * Money from before a plan that became known after it: it does not pay moratory interest, because the plan has left
 * that out.
 */
function receiveForPlan(standing: Standing, amount: Cents, { id, date, plan: terms }: PlanConfirmed): Standing {
  const plan = { id, since: date, terms, status: 'ACTIVE' } as const;
  const received = receiveMoney({ ...standing, plan }, amount, undefined);
  return received.paidOn ? received : { ...received, plan: standing.plan };
}

/**
 * Buys the extension with money that reaches the price, once for each quote; otherwise, and beyond the price, it is an
 * ordinary payment (domain 2.12).
 */
function applyExtensionPayment(
  standing: Standing,
  amount: Cents,
  use: Extract<PaymentUse, { readonly kind: 'extension' }>,
): Standing {
  const { termDays, feeCents, quote, capPercent } = use;
  const isBought = quote !== undefined && boughtBy(quote.id, standing) !== undefined;
  const refusal = isBought || refusalOfMoney(standing, use);
  const price = refusal ? undefined : extensionPrice(standing, termDays, feeCents, capPercent);
  if (!price || !buysExtension(standing, price, amount, use)) {
    return receiveMoney(standing, amount, undefined);
  }
  const bought = applyExtension(standing, price, amount, quote?.id);
  return bought.leftCents > 0 ? receiveMoney(bought.standing, bought.leftCents, undefined) : bought.standing;
}

/**
 * Tells why money buys no extension. A quote that stands was given to a client who was not too late, and so was what was
 * sold: only what was taken back since can say otherwise, and it counts after the extension (invariant P37).
 */
function refusalOfMoney(standing: Standing, use: Extract<PaymentUse, { readonly kind: 'extension' }>) {
  const refusal = extensionRefusal(standing, use.termDays, false);
  const isPromised = promisedPrice(use, standing.date) !== undefined;
  return refusal === 'too-late' && isPromised ? undefined : refusal;
}

/** Applies the promised discount when the rest is paid in full; otherwise the money is an ordinary payment. */
function applySettlement(standing: Standing, amount: Cents, discount: Cents): Standing {
  const allowed = cents(Math.min(discount, unpaidCosts(standing)));
  if (standing.paidOn || amount < payoffCents(standing) - allowed) {
    return receiveMoney(standing, amount, undefined);
  }
  return settle(waive(standing, allowed, { principal: false }), amount);
}

/**
 * Computes the status of a disbursed loan on the standing's date (domain 2.16), so that it does not depend on how often
 * it was checked.
 */
export function statusOf(standing: Standing): LoanStatus {
  const { plan, flex, groups, terms } = standing;
  if (paidInFullOn(standing)) return 'PAID';
  if (standing.writtenOff && !standing.paidOn) return 'WRITTEN_OFF';
  if (plan && !plan.endedOn) return 'PAYMENT_PLAN';
  if (flex && !flex.endedOn) return 'FLEX';
  const days = daysPastDue(groups, standing, terms.policy.late);
  if (days === 0) return 'PERFORMING';
  return days > terms.policy.late.defaultAfterDays ? 'DEFAULTED' : 'PAST_DUE';
}

/**
 * Tells the day on which nothing was owed any more; undefined while a top-up is on its way that will be owed (domain
 * 2.15).
 */
export function paidInFullOn(standing: Standing): CalendarDate | undefined {
  return standing.topUpComing ? undefined : standing.paidOn;
}

/** Sums everything unpaid to maturity by the current schedule, less the credit balance. */
export function totalOutstanding(standing: Standing): Cents {
  return subtract(sum(...standing.groups.map(unpaidOfGroup)), standing.creditCents);
}
