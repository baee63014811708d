import { pathToFileURL } from 'node:url';
import type { BusinessDate } from '#loan/business-days.ts';
import { addDays } from '#loan/calendar.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { Loan, Payment, PaymentUse, PrepaymentMode, Standing } from '#loan/loan.ts';
import type { LoanChange } from '#loan/loan-life.ts';
import { cents, ZERO } from '#loan/money.ts';
import { PAYMENT_PURPOSES, type PaymentPurpose } from '#loan/payment-intent.ts';
import { STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { TOP_UP_IN_FLIGHT } from './loans.ts';

const MODULES = [
  'agreements',
  'extension',
  'extension-offer',
  'loan-life',
  'payment-options',
  'payment-plan',
  'payoff',
  'quoted-price',
  'remaining-schedule',
  'repayment',
  'standing',
  'top-up',
] as const;
export type Engine = typeof import('#loan/agreements.ts') &
  typeof import('#loan/extension.ts') &
  typeof import('#loan/extension-offer.ts') &
  typeof import('#loan/loan-life.ts') &
  typeof import('#loan/payment-options.ts') &
  typeof import('#loan/payment-plan.ts') &
  typeof import('#loan/payoff.ts') &
  typeof import('#loan/quoted-price.ts') &
  typeof import('#loan/remaining-schedule.ts') &
  typeof import('#loan/repayment.ts') &
  typeof import('#loan/standing.ts') &
  typeof import('#loan/top-up.ts');

/** The engine of a folder: the product's own, or a copy into which a fault was planted. */
export async function engineIn(folder: string): Promise<Engine> {
  const parts = await Promise.all(
    MODULES.map((name) => import(/* @vite-ignore */ pathToFileURL(`${folder}/${name}.ts`).href)),
  );
  return Object.assign({}, ...parts) as Engine;
}

/** Figures that were promised before an act. */
export interface Promised {
  /** The tranches of which nothing is owed any more. */
  readonly ends?: readonly number[];
  readonly newDate?: string;
  /** Everything left to pay. */
  readonly leftCents?: number;
  /** Sum that a plan or flex pay has agreed on: every later céntimo pays it. */
  readonly agreedCents?: number;
}

export interface Made {
  readonly promised: Promised;
  readonly payment?: Payment;
  readonly isTakingBack?: boolean;
  /** The payment that was taken back. */
  readonly takenId?: string;
  /** The loan after it; undefined when it is refused. */
  tell(loan: Loan, day: BusinessDate): Loan | undefined;
}

export type Running = Loan & { readonly valueDate: NonNullable<Loan['valueDate']> };
export type Act = (engine: Engine, loan: Running, day: BusinessDate, id: string) => Made | undefined;

const taken = (change: LoanChange | { readonly kind: 'refused' }): Loan | undefined =>
  change.kind === 'accepted' ? change.loan : undefined;
/** Before IGV, by days (domain 3.7). */
const FEES = new Map([
  [7, cents(500)],
  [14, cents(800)],
  [30, cents(1200)],
]);
const SETTINGS = { minCents: cents(100), extensionFees: FEES, capPercent: 113.16 };
const tranchesOf = ({ groups }: Standing): number[] => [...new Set(groups.map(({ tranche }) => tranche))];

/**
 * Money, and what its screen previews: an amount and the way that was chosen for early money, whatever it is called.
 */
function money(
  engine: Engine,
  loan: Running,
  payment: Payment,
  day: BusinessDate,
  { ends = false, mode }: { readonly ends?: boolean; readonly mode?: PrepaymentMode | undefined } = {},
): Made {
  const standing = engine.standingOn(loan, day);
  const { plan: agreed, flex: free } = standing;
  const isAgreed = (agreed && !agreed.endedOn) || (free && !free.endedOn);
  const use: PaymentUse = isAgreed ? { kind: 'arrangement' } : { kind: 'ordinary', mode };
  const { after } = engine.previewRepayment(loan, { ...payment, use }, day.calendar);
  return {
    payment,
    promised: { leftCents: engine.outstandingCents(after), ...(ends && { ends: tranchesOf(standing) }) },
    tell: (now, today) => taken(engine.decideRepayment(now, payment, today)),
  };
}

function paymentFor(purpose: PaymentPurpose): Act {
  return (engine, loan, day, id) => {
    const option = engine.paymentOptions(loan, day, SETTINGS).find((one) => one.purpose === purpose);
    if (!option || purpose === 'EXTENSION') return undefined;
    const { amountCents, minCents = ZERO, maxCents = ZERO, explanation } = option;
    const amount = amountCents ?? cents(minCents + Math.floor((maxCents - minCents) / 3));
    const [mode] = option.modes ?? [];
    const use = engine.paymentUse(purpose, mode);
    const payment = { kind: 'payment', id, date: day.date, amountCents: amount, into: 'bank', use } as const;
    const previewed = purpose === 'INSTALLMENT' ? 'ADVANCE' : mode;
    return money(engine, loan, payment, day, { ends: explanation.startsWith('ends_'), mode: previewed });
  };
}

/** A transfer that staff match with the loan. */
const matched: Act = (engine, loan, day, id) => {
  const payoff = engine.payoffCents(engine.standingOn(loan, day));
  if (payoff <= 0) return undefined;
  const amountCents = cents(Math.ceil(payoff / 3));
  const payment = {
    kind: 'payment',
    id,
    date: day.date,
    amountCents,
    into: 'bank',
    use: { kind: 'ordinary' },
  } as const;
  return money(engine, loan, payment, day);
};

/**
 * An extension that is quoted, and its price paid.
 * @param isOld the quote is of the day before, and the price of the day is paid
 */
export function extensionOf(termDays: number, isOld = false): Act {
  return (engine, loan, day, id) => {
    if (engine.extensionRefusal(engine.standingOn(loan, day), termDays, loan.topUp !== undefined)) return undefined;
    const feeCents = FEES.get(termDays) ?? ZERO;
    const { price, totalCostAfterCents } = engine.extensionOffer(loan, termDays, feeCents, day, 113.16);
    const quote = { id: `q-${id}`, priceCents: price.totalCents, validUntil: isOld ? addDays(day.date, -1) : day.date };
    const use: PaymentUse = { kind: 'extension', termDays, feeCents, quote, capPercent: 113.16 };
    const payment = { kind: 'payment', id, date: day.date, amountCents: price.totalCents, into: 'bank', use } as const;
    const made = money(engine, loan, payment, day);
    // What is owed of credit that was sent and whose money was taken back is in the offer, and not in the schedule.
    const { creditCents } = engine.standingOn(loan, day);
    const leftCents = totalCostAfterCents - price.totalCents + creditCents;
    return { ...made, promised: { newDate: price.newDueDate, leftCents } };
  };
}

const plan: Act = (engine, loan, day, id) => {
  const { terms } = engine.planOffer(engine.standingOn(loan, day), 2, addDays(day.date, 2), STANDARD_PLAN_SETTINGS);
  const situation = { hardshipDeclared: true, brokenPlans: 0 };
  const decide = (now: Loan, today: BusinessDate) =>
    taken(engine.decidePaymentPlan(now, { id, terms }, situation, STANDARD_PLAN_SETTINGS, today));
  return decide(loan, day) && { promised: { agreedCents: terms.totalCents }, tell: decide };
};

const flex: Act = (engine, loan, day, id) => {
  const situation = { hasBrokenPlan: true, offeredByStaff: true };
  const owed = (of: Loan, today: BusinessDate) => engine.payoffCents(engine.standingOn(of, today));
  const agreedCents = owed(loan, day);
  // Other terms than those that were shown are shown first.
  const decide = (now: Loan, today: BusinessDate) =>
    owed(now, today) === agreedCents
      ? taken(engine.decideFlexPay(now, id, situation, STANDARD_FLEX_SETTINGS, today))
      : undefined;
  return decide(loan, day) && { promised: { agreedCents }, tell: decide };
};

const topUpSigned: Act = (engine, loan, day) => {
  if (engine.statusOf(engine.standingOn(loan, day)) !== 'PERFORMING' || loan.topUp) return undefined;
  if (loan.terms.productType !== 'SINGLE_PAY') return undefined;
  return { promised: {}, tell: (now) => taken(engine.withTopUp(now, TOP_UP_IN_FLIGHT)) };
};

const topUpPaidOut: Act = (engine, loan, day, id) => {
  const standing = engine.standingOn(loan, day);
  const coming = engine.comingTopUp(standing);
  if (!coming) return undefined;
  const leftCents = engine.outstandingCents(standing) + coming.leftCents;
  return {
    promised: { leftCents },
    tell: (now, today) => (now.topUp ? engine.confirmTopUp(now, { id, valueDate: day.date }, today).loan : undefined),
  };
};

const topUpRefused: Act = (engine, loan) =>
  loan.topUp && { promised: {}, tell: (now, today) => taken(engine.withTopUp(now, undefined, today)) };

/**
 * A chargeback or a refund of a payment, or the bank's own reversal: each counts as if the money had never come.
 * @param which finds it among those that count, in the order in which they became known
 */
export function takenBack(which: (counting: readonly Payment[], loan: Loan) => Payment | undefined): Act {
  return (engine, loan) => {
    const back = which(
      loan.facts.filter((fact): fact is Payment => fact.kind === 'payment' && !fact.reversedOn),
      loan,
    );
    return (
      back && {
        promised: {},
        isTakingBack: true,
        takenId: back.id,
        tell: (now, today) => taken(engine.reversePayment(now, back.id, [], today)),
      }
    );
  };
}

/** A payment given back together with the credit that had been sent of it. */
const givenBackWithCredit: Act = (engine, loan) => {
  const sent = new Set(loan.facts.filter(({ kind }) => kind === 'refund').map(({ id }) => id));
  const last = loan.facts.findLast((fact) => fact.kind === 'payment' && !fact.reversedOn);
  if (!last || sent.size === 0) return undefined;
  return {
    promised: {},
    isTakingBack: true,
    takenId: last.id,
    tell: (now, today) => taken(engine.reversePayment(now, last.id, [], today, sent)),
  };
};

/** Decided by two people, after more than 180 days in default: nothing more accrues, and all of it is still owed. */
const writtenOff: Act = (engine, loan, day, id) => {
  const decide = (now: Loan, today: BusinessDate) => taken(engine.decideWriteOff(now, id, 180, today));
  const leftCents = engine.outstandingCents(engine.standingOn(loan, day));
  return decide(loan, day) && { promised: { leftCents }, tell: decide };
};

const writeOffUndone: Act = (engine, loan) => {
  const last = loan.facts.findLast(({ kind }) => kind === 'write-off');
  return last && { promised: {}, tell: (now, today) => taken(engine.undoWriteOff(now, last.id, today)) };
};

/** A remainder that is waived ends the loan. */
const waived: Act = (engine, loan, day, id) => {
  const decide = (now: Loan, today: BusinessDate) => taken(engine.decideRemainderWaiver(now, id, today));
  const ends = tranchesOf(engine.standingOn(loan, day));
  return decide(loan, day) && { promised: { ends, leftCents: 0 }, tell: decide };
};

const creditRefunded: Act = (engine, loan, day, id) => {
  const { creditCents: amountCents } = engine.standingOn(loan, day);
  if (amountCents <= 0) return undefined;
  return { promised: {}, tell: (now, today) => taken(engine.decideRefund(now, { id, amountCents }, today)) };
};

const closeOfTheDay: Act = (engine, _, day) => ({
  promised: {},
  tell: (now) => engine.closeOfBusiness(now, day.date, { ...day, date: addDays(day.date, 1) }).loan,
});

const extensionAsked: Act = (engine, loan, day) =>
  engine.extensionRefusal(engine.standingOn(loan, day), 14, loan.topUp !== undefined)
    ? undefined
    : { promised: {}, tell: (now) => now };

/** Every act by its name; extensions and payments taken back once, for pairs. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(PAYMENT_PURPOSES.map((purpose) => [purpose, paymentFor(purpose)])),
  EXTENSION: extensionOf(14),
  'staff match': matched,
  'extension asked': extensionAsked,
  plan,
  flex,
  'top-up signed': topUpSigned,
  'top-up paid out': topUpPaidOut,
  'top-up refused': topUpRefused,
  'taken back': takenBack((counting) => counting.at(-1)),
  'given back with its credit': givenBackWithCredit,
  'credit refunded': creditRefunded,
  'written off': writtenOff,
  'write-off undone': writeOffUndone,
  waived,
  'close of the day': closeOfTheDay,
};
