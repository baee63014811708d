import type { BusinessDate } from './business-days.ts';
import { coveredTerms, nextMinimumTerms, payoffTerms, type Term, termsOfGroups, totalOfTerms } from './explanation.ts';
import { extensionPrice, extensionRefusal } from './extension.ts';
import { nextMinimum } from './flex-pay.ts';
import {
  isDisbursed,
  type Loan,
  type PaymentUse,
  PREPAYMENT_MODES,
  type PrepaymentMode,
  type Standing,
} from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { unpaidOfGroup } from './obligation.ts';
import type { PaymentExplanation, PaymentPurpose } from './payment-intent.ts';
import { nextPlanPayment } from './payment-plan.ts';
import { payoffCents } from './payoff.ts';
import { standingOn } from './standing.ts';

/** One thing a client can pay now: a fixed amount, or one between two bounds, or both. */
export interface PaymentOption {
  readonly purpose: PaymentPurpose;
  readonly amountCents?: Cents;
  readonly minCents?: Cents;
  readonly maxCents?: Cents;
  /** The prepayment modes the client may choose from. */
  readonly modes?: readonly PrepaymentMode[];
  readonly explanation: PaymentExplanation;
  /** The terms of the amount; absent when it is not fixed, or differs from the sum of its terms. */
  readonly terms?: readonly Term[];
}

export interface PaymentOptionSettings {
  /** The smallest payment. */
  readonly minCents: Cents;
  /** Before IGV, by days. */
  readonly extensionFees: ReadonlyMap<number, Cents>;
  /** The cap of the day; without one no extension is sold. */
  readonly capPercent: number | undefined;
}

/**
 * Lists what a client can pay on a date (domain 2.11.3); empty when nothing is owed, or less than the smallest payment,
 * which is waived when its time has passed. No option exceeds the payoff. EX1 on day 12: PAYOFF 534,59, PARTIAL up to
 * 534,58, and an extension.
 */
export function paymentOptions(
  loan: Loan,
  day: BusinessDate,
  settings: PaymentOptionSettings,
): readonly PaymentOption[] {
  if (!isDisbursed(loan)) return [];
  const standing = standingOn(loan, day);
  const payoff = payoffCents(standing);
  if (standing.paidOn || payoff <= 0) return [];
  const end = explained(
    {
      purpose: 'PAYOFF',
      amountCents: payoff,
      explanation: standing.topUpComing ? 'ends_what_is_owed' : 'ends_the_loan',
    },
    payoffTerms(standing),
  );
  if (standing.writtenOff) return [end, ...part(payoff, settings)];
  if (isSmallRest(standing, payoff, settings)) return [];
  if (standing.plan && !standing.plan.endedOn) return [planPayment(standing, payoff, settings), end];
  if (standing.flex && !standing.flex.endedOn) return [flexPayment(standing, payoff), end];
  return standing.terms.productType === 'SINGLE_PAY'
    ? [end, ...part(payoff, settings), ...extensions(loan, standing, settings)]
    : installmentOptions(standing, payoff, end, settings);
}

/**
 * Keeps what can be paid beside payments whose outcome is not known yet (decision 0108): nothing that together with
 * them would exceed the payoff, whichever of them succeed, and no extension, because they would change its price.
 * Beside 50,00 of a loan that 509,44 ends: PARTIAL up to 459,44.
 */
export function optionsBeside(
  options: readonly PaymentOption[],
  inFlightCents: Cents,
  { minCents: smallest }: Pick<PaymentOptionSettings, 'minCents'>,
): readonly PaymentOption[] {
  const payoff = options.find(({ purpose }) => purpose === 'PAYOFF')?.amountCents ?? ZERO;
  const room = subtract(payoff, inFlightCents);
  return options.flatMap((option): PaymentOption[] => {
    const { amountCents, minCents, maxCents, terms, ...rest } = option;
    if (option.purpose === 'EXTENSION' || room < (minCents ?? smallest)) return [];
    const fixed =
      amountCents !== undefined && amountCents <= room ? { amountCents, ...(terms && { terms }) } : undefined;
    if (minCents === undefined || maxCents === undefined) return fixed ? [{ ...rest, ...fixed }] : [];
    return [{ ...rest, ...fixed, minCents, maxCents: smaller(maxCents, room) }];
  });
}

function explained(option: PaymentOption, terms: readonly Term[]): PaymentOption {
  return totalOfTerms(terms) === option.amountCents ? { ...option, terms } : option;
}

function part(payoff: Cents, { minCents }: PaymentOptionSettings): PaymentOption[] {
  const maxCents = cents(payoff - 1);
  if (maxCents < minCents) return [];
  return [{ purpose: 'PARTIAL', minCents, maxCents, explanation: 'pays_a_part' }];
}

function planPayment(standing: Standing, payoff: Cents, { minCents }: PaymentOptionSettings): PaymentOption {
  const amountCents = payable(nextPlanPayment(standing)?.amountCents ?? payoff, payoff, minCents);
  const option: PaymentOption = {
    purpose: 'PLAN_PAYMENT',
    amountCents,
    minCents: smaller(minCents, payoff),
    maxCents: payoff,
    explanation: 'pays_the_plan',
  };
  return explained(option, coveredTerms(standing, amountCents));
}

function flexPayment(standing: Standing, payoff: Cents): PaymentOption {
  const flex = standing.flex as NonNullable<Standing['flex']>;
  const minCents = smaller(flex.terms.minPaymentCents, payoff);
  const next = nextMinimum(standing)?.amountCents ?? payoff;
  const option: PaymentOption = {
    purpose: 'FLEX',
    amountCents: payable(next, payoff, minCents),
    minCents,
    maxCents: payoff,
    explanation: 'pays_the_flex_minimum',
  };
  return explained(option, nextMinimumTerms(standing));
}

/** Offers extensions: not an amount before its quote, but today's lowest and highest price as bounds. */
function extensions(
  loan: Loan,
  standing: Standing,
  { extensionFees, capPercent }: PaymentOptionSettings,
): PaymentOption[] {
  if (capPercent === undefined) return [];
  const prices = [...extensionFees]
    .filter(([days]) => !extensionRefusal(standing, days, loan.topUp !== undefined))
    .map(([days, fee]) => extensionPrice(standing, days, fee, capPercent).totalCents);
  if (prices.length === 0) return [];
  const [minCents, maxCents] = [cents(Math.min(...prices)), cents(Math.max(...prices))];
  return [{ purpose: 'EXTENSION', minCents, maxCents, explanation: 'moves_the_due_date' }];
}

function installmentOptions(
  standing: Standing,
  payoff: Cents,
  end: PaymentOption,
  settings: PaymentOptionSettings,
): PaymentOption[] {
  const open = standing.groups.filter((group) => unpaidOfGroup(group) > 0);
  const overdue = open.filter(({ dueDate }) => dueDate <= standing.date);
  const owed = cents(sum(...overdue.map(unpaidOfGroup)) - standing.creditCents);
  const due = payable(owed, payoff, settings.minCents);
  if (overdue.length > 0) {
    const all: PaymentOption = { purpose: 'DUE', amountCents: due, explanation: 'pays_what_is_overdue' };
    return [
      ...(due < payoff ? [explained(all, termsOfGroups(standing, overdue))] : []),
      end,
      ...part(payoff, settings),
    ];
  }
  const [next] = open;
  const amountCents = payable(next ? unpaidOfGroup(next) : payoff, payoff, settings.minCents);
  const ahead = part(payoff, settings).map(
    (option): PaymentOption => ({
      ...option,
      purpose: 'PREPAY',
      modes: PREPAYMENT_MODES,
      explanation: 'pays_ahead',
    }),
  );
  const one: PaymentOption = { purpose: 'INSTALLMENT', amountCents, explanation: 'pays_the_next_instalment' };
  // The last instalment costs less when paid early: then the option is the payoff.
  const terms = next ? termsOfGroups({ ...standing, creditCents: ZERO }, [next]) : [];
  return [...(amountCents < payoff ? [explained(one, terms)] : []), end, ...ahead];
}

/**
 * Tells whether what is left is neither paid nor asked for. It must be small change by the contract, because more than
 * that is late and never waived, and no money of a top-up may be on its way to be owed with it.
 */
function isSmallRest({ terms, topUpComing }: Standing, payoff: Cents, { minCents }: PaymentOptionSettings): boolean {
  return payoff < minCents && payoff <= terms.policy.late.toleranceCents && !topUpComing;
}

/** Raises a rest that no method takes, because it is below the smallest payment, to that; never above the payoff. */
function payable(rest: Cents, payoff: Cents, smallest: Cents): Cents {
  return smaller(cents(Math.max(rest, smallest)), payoff);
}

function smaller(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/** Tells how the money of a purpose is used. An instalment paid before its due date is paid in advance. */
export function paymentUse(
  purpose: Exclude<PaymentPurpose, 'EXTENSION'>,
  mode: PrepaymentMode | undefined,
): PaymentUse {
  switch (purpose) {
    case 'PLAN_PAYMENT':
    case 'FLEX':
      return { kind: 'arrangement' };
    case 'INSTALLMENT':
      return { kind: 'ordinary', mode: 'ADVANCE' };
    case 'PREPAY':
      return { kind: 'ordinary', ...(mode && { mode }) };
    default:
      return { kind: 'ordinary' };
  }
}
