import { addDays, type CalendarDate, daysBetween, laterOf } from './calendar.ts';
import { type Term, termsOfGroups } from './explanation.ts';
import type { FeeName } from './fee-names.ts';
import type { Fee } from './fees.ts';
import type { LoanFact, Standing, TopUpTranche } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { flowsSoFar } from './money-flows.ts';
import { type DueGroup, type LoanRates, lineOf, unpaidOfGroup, unpaidPrincipal } from './obligation.ts';
import { tcea } from './tcea.ts';
import { ratesOf, singleGroup } from './tranche.ts';
import type { TransitionTable } from './transitions.ts';

/** `NONE` is the wire's null: no top-up is pending. */
export type TopUpState = 'NONE' | 'ORIGINATED' | 'DISBURSING';
export type TopUpEvent = 'requested' | 'signed' | 'declined' | 'expired' | 'disbursed' | 'rejected-by-bank';

/**
 * Domain 2.15. After a finished top-up another is possible, so no state is final.
 * @internal
 */
export const TOP_UP_TRANSITIONS: TransitionTable<TopUpState, TopUpEvent> = {
  NONE: { requested: 'ORIGINATED' },
  ORIGINATED: { signed: 'DISBURSING', declined: 'NONE', expired: 'NONE' },
  DISBURSING: { disbursed: 'NONE', 'rejected-by-bank': 'NONE' },
};

export type TopUpRefusal =
  | 'not-a-single-payment'
  | 'loan-not-performing'
  | 'top-up-in-progress'
  | 'extension-in-progress'
  | 'was-late'
  | 'too-early'
  | 'too-close-to-due-date'
  | 'nothing-available';

/** Computes what the client's level still allows besides the outstanding principal; at least 0. */
export function principalAvailable(standing: Standing, levelLimit: Cents): Cents {
  const outstanding = sum(...standing.groups.map(unpaidPrincipal));
  return cents(Math.max(0, levelLimit - outstanding));
}

export interface TopUpSituation {
  readonly isPerforming: boolean;
  readonly inProgress: boolean;
  /** A requested extension may still be paid at today's price. */
  readonly extensionPending: boolean;
  /** This loan was PAST_DUE at least once. */
  readonly wasLate: boolean;
  readonly levelLimit: Cents;
}

/** Tells why a top-up is not possible on a date, else undefined (domain 2.15). Affordability is checked elsewhere. */
export function topUpRefusal(standing: Standing, situation: TopUpSituation): TopUpRefusal | undefined {
  const { terms, valueDate, date, groups } = standing;
  const policy = terms.policy.topUp;
  if (terms.productType !== 'SINGLE_PAY') return 'not-a-single-payment';
  if (!situation.isPerforming) return 'loan-not-performing';
  if (situation.inProgress) return 'top-up-in-progress';
  if (situation.extensionPending || boughtToday(standing)) return 'extension-in-progress';
  if (situation.wasLate) return 'was-late';
  if (daysBetween(valueDate, date) < policy.minDaysElapsed) return 'too-early';
  if (daysBetween(date, (groups[0] as DueGroup).dueDate) < policy.minDaysToDueDate) return 'too-close-to-due-date';
  return principalAvailable(standing, situation.levelLimit) < policy.stepCents ? 'nothing-available' : undefined;
}

/** Tells whether an extension was bought today: more principal would raise the price that was paid, and so undo it. */
function boughtToday({ date, groups }: Standing): boolean {
  return groups.some(({ extensions }) => extensions.some(({ boughtOn }) => boughtOn === date));
}

/** Checks that an amount may be requested: from one step to what is available, in steps (product-spec §5). */
export function checkTopUpAmount(
  amount: Cents,
  available: Cents,
  stepCents: Cents,
): { readonly field: 'amount'; readonly code: 'out_of_range' | 'step' } | undefined {
  if (amount < stepCents || amount > available) return { field: 'amount', code: 'out_of_range' };
  return amount % stepCents === 0 ? undefined : { field: 'amount', code: 'step' };
}

/** The prices of a top-up that is agreed today, whatever the contract said. */
export interface TopUpPrices {
  readonly fees: readonly Fee[];
  readonly rates: LoanRates;
}

/** A priced top-up (product-spec §3, domain 3.8). */
export interface TopUpOffer {
  readonly principalRequestedCents: Cents;
  readonly feesCents: Readonly<Partial<Record<FeeName, Cents>>>;
  readonly totalFeesVatCents: Cents;
  readonly topUpTotalCents: Cents;
  readonly dueDate: CalendarDate;
  readonly loanTotalAfterCents: Cents;
  /** The terms of the loan's new total. */
  readonly loanTerms: readonly Term[];
  /** Of every disbursement, past and future payment; percent, two decimals. */
  readonly tceaPercent: number;
}

/**
 * Prices a top-up: `topUpTotal = p + R(p·i(D')) + fees + IGV`, D' = days to the loan's due date (domain 3.8). S/ 200 on
 * day 10 of EX1 with adminFee 4,00: interest 8,42, IGV 2,24, total 214,66; the loan 787,69; TCEA of both flows 377.24.
 * @param facts the loan's facts so far, because what was paid is part of its cost
 */
export function topUpOffer(
  standing: Standing,
  facts: readonly LoanFact[],
  principalCents: Cents,
  { fees, rates }: TopUpPrices,
): TopUpOffer {
  const tranche = { kind: 'tranche', id: '', date: standing.date, principalCents, fees, rates } as const;
  const group = trancheGroup(standing, tranche);
  const interest = lineOf(group, 'interest');
  const lines = Object.entries(group.lines);
  const loanTotalAfter = sum(...standing.groups.map(unpaidOfGroup), unpaidOfGroup(group));
  return {
    principalRequestedCents: principalCents,
    feesCents: {
      interestFee: interest.netCents,
      ...Object.fromEntries(fees.map(({ name }) => [name, group.lines[name]?.netCents ?? ZERO])),
    },
    totalFeesVatCents: sum(...lines.map(([, of]) => of.vatCents)),
    topUpTotalCents: unpaidOfGroup(group),
    dueDate: group.dueDate,
    loanTotalAfterCents: loanTotalAfter,
    loanTerms: termsOfGroups({ ...standing, creditCents: ZERO }, [...standing.groups, group]),
    tceaPercent: tceaWith(standing, facts, { principalCents, dueDate: group.dueDate, loanTotalAfter }),
  };
}

interface ToppedUp {
  readonly principalCents: Cents;
  readonly dueDate: CalendarDate;
  readonly loanTotalAfter: Cents;
}

/** Computes the TCEA with another disbursement, a negative payment on its day; unallocated money counts as paid. */
function tceaWith(standing: Standing, facts: readonly LoanFact[], to: ToppedUp): number {
  const { valueDate, date, terms, creditCents } = standing;
  return tcea(terms.principalCents, [
    ...flowsSoFar(facts, standing),
    { days: daysBetween(valueDate, date), amountCents: -to.principalCents },
    { days: daysBetween(valueDate, to.dueDate), amountCents: subtract(to.loanTotalAfter, creditCents) },
  ]);
}

/**
 * Builds the due group of a tranche: its own interest and fees from its own date, on the loan's due date. If the bank
 * confirms so late that fewer days are left than the offer requires, the client is given those days (decision 0110).
 */
export function trancheGroup(standing: Standing, tranche: TopUpTranche): DueGroup {
  const { groups, terms } = standing;
  const soonest = addDays(tranche.date, terms.policy.topUp.minDaysToDueDate);
  return singleGroup({
    tranche: Math.max(...groups.map((group) => group.tranche)) + 1,
    principalCents: tranche.principalCents,
    from: tranche.date,
    dueDate: laterOf((groups[0] as DueGroup).dueDate, soonest),
    fees: tranche.fees,
    rates: tranche.rates ?? ratesOf(terms),
  });
}

/** A top-up that is on its way, as it will be owed if it comes on that day. */
export interface ComingTopUp {
  readonly principalCents: Cents;
  /** All of it, with its interest and fees, less the credit of a loan of which nothing else is owed. */
  readonly leftCents: Cents;
  readonly dueDate: CalendarDate;
}

/**
 * Computes what will be left of a loan that is paid off before its top-up has come (domain 2.15). EX1 on day 10, S/ 200
 * on their way: 214,66 on its due date.
 */
export function comingTopUp(standing: Standing): ComingTopUp | undefined {
  const { topUpComing, date, paidOn, creditCents } = standing;
  if (!topUpComing) return undefined;
  const { principalCents, fees, rates } = topUpComing;
  const group = trancheGroup(standing, { kind: 'tranche', id: '', date, principalCents, fees, rates });
  const leftCents = cents(Math.max(0, unpaidOfGroup(group) - (paidOn ? creditCents : 0)));
  return { principalCents, leftCents, dueDate: group.dueDate };
}

/**
 * Computes what the client still owes including everything due later, to compare before and after.
 * @internal
 */
export function loanTotal(standing: Standing): Cents {
  return subtract(sum(...standing.groups.map(unpaidOfGroup)), standing.creditCents);
}
