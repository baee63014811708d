import { pathToFileURL } from 'node:url';
import type { BusinessDate } from '#loan/business-days.ts';
import { addDays } from '#loan/calendar.ts';
import { STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { Loan, Payment, PaymentUse, PrepaymentMode, Standing } from '#loan/loan.ts';
import type { LoanChange } from '#loan/loan-life.ts';
import { cents, ZERO } from '#loan/money.ts';
import { PAYMENT_PURPOSES, type PaymentPurpose } from '#loan/payment-intent.ts';
import { STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { dayOn, EX1, EX2, having, paid, TOP_UP_IN_FLIGHT } from './loans.ts';

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
type Engine = typeof import('#loan/agreements.ts') &
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

/** What was said before an act. */
interface Promised {
  /** The tranches of which nothing is owed any more. */
  readonly ends?: readonly number[];
  readonly newDate?: string;
  /** Everything left to pay. */
  readonly leftCents?: number;
  /** What a plan or flex pay has agreed on: every later céntimo pays it. */
  readonly agreedCents?: number;
}

interface Made {
  readonly promised: Promised;
  readonly payment?: Payment;
  readonly isTakingBack?: boolean;
  /** The loan after it; undefined when it is refused. */
  tell(loan: Loan, day: BusinessDate): Loan | undefined;
}

type Running = Loan & { readonly valueDate: NonNullable<Loan['valueDate']> };
type Act = (engine: Engine, loan: Running, day: BusinessDate, id: string) => Made | undefined;

const taken = (change: LoanChange | { readonly kind: 'refused' }): Loan | undefined =>
  change.kind === 'accepted' ? change.loan : undefined;
const FEES = new Map([[14, cents(800)]]);
const SETTINGS = { minCents: cents(100), extensionFees: FEES, capPercent: 113.16 };
const tranchesOf = ({ groups }: Standing): number[] => [...new Set(groups.map(({ tranche }) => tranche))];

/** Money, and what its screen previews: an amount and the way that was chosen for early money, whatever it is called. */
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
    return money(engine, loan, payment, day, { ends: explanation.startsWith('ends_'), mode });
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

const extensionPaid: Act = (engine, loan, day, id) => {
  if (engine.extensionRefusal(engine.standingOn(loan, day), 14, loan.topUp !== undefined)) return undefined;
  const { price, totalCostAfterCents } = engine.extensionOffer(loan, 14, cents(800), day, 113.16);
  const quote = { id: `q-${id}`, priceCents: price.totalCents, validUntil: day.date };
  const use: PaymentUse = { kind: 'extension', termDays: 14, feeCents: cents(800), quote, capPercent: 113.16 };
  const payment = { kind: 'payment', id, date: day.date, amountCents: price.totalCents, into: 'bank', use } as const;
  const made = money(engine, loan, payment, day);
  return { ...made, promised: { newDate: price.newDueDate, leftCents: totalCostAfterCents - price.totalCents } };
};

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

/** A chargeback or a refund of the payment, or the bank's own reversal: each counts as if the money had never come. */
const takenBack: Act = (engine, loan) => {
  const last = loan.facts.findLast((fact) => fact.kind === 'payment' && !fact.reversedOn);
  return (
    last && {
      promised: {},
      isTakingBack: true,
      tell: (now, today) => taken(engine.reversePayment(now, last.id, [], today)),
    }
  );
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

const ACTS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(PAYMENT_PURPOSES.map((purpose) => [purpose, paymentFor(purpose)])),
  EXTENSION: extensionPaid,
  'staff match': matched,
  'extension asked': extensionAsked,
  plan,
  flex,
  'top-up signed': topUpSigned,
  'top-up paid out': topUpPaidOut,
  'top-up refused': topUpRefused,
  'taken back': takenBack,
  'credit refunded': creditRefunded,
  'close of the day': closeOfTheDay,
};

/** Loans that between them can do everything. */
const LOANS: readonly (readonly [string, Running, string])[] = [
  ['late', EX1, '2026-02-24'],
  ['due', EX1, '2026-02-14'],
  ['running', EX1, '2026-01-25'],
  ['with a top-up on its way', { ...EX1, topUp: TOP_UP_IN_FLIGHT }, '2026-01-25'],
  ['in instalments, late', EX2, '2026-03-25'],
  ['in instalments', EX2, '2026-02-01'],
  ['paid too much, reopened', having(EX1, paid('2026-01-20', 50), paid('2026-01-20', 700)), '2026-01-25'],
];

/** Pairs walked, those of which both acts can be done, promises held against what stands, and those that are broken. */
interface Found {
  pairs: number;
  possible: number;
  checks: number;
  readonly broken: string[];
}

/** Every ordered pair of acts on a loan, on one day and two: what was promised holds. `isEnough` stops early. */
export function walkPairs(engine: Engine, isEnough = false): Found {
  const found: Found = { pairs: 0, possible: 0, checks: 0, broken: [] };
  for (const of of LOANS) {
    if (isEnough && found.broken.length > 0) break;
    walkLoan(engine, of, found);
  }
  return found;
}

function walkLoan(engine: Engine, [name, loan, first]: (typeof LOANS)[number], found: Found): void {
  const acts = Object.entries(ACTS);
  for (const [one, a, two, b, nights] of acts.flatMap(([one, a]) =>
    acts.flatMap(([two, b]) => [0, 1].map((nights) => [one, a, two, b, nights] as const)),
  )) {
    const days = [dayOn(first), dayOn(addDays(dayOn(first).date, nights))] as const;
    const pair = new Pair(engine, `${name}: ${one}, ${nights ? 'a night, ' : ''}${two}`, days);
    found.pairs += 1;
    if (pair.walk(loan, a, b)) found.possible += 1;
    found.checks += pair.checks;
    found.broken.push(...pair.broken);
  }
}

class Pair {
  checks = 0;
  readonly broken: string[] = [];
  readonly #engine: Engine;
  readonly #name: string;
  readonly #days: readonly [BusinessDate, BusinessDate];

  constructor(engine: Engine, name: string, days: readonly [BusinessDate, BusinessDate]) {
    this.#engine = engine;
    this.#name = name;
    this.#days = days;
  }

  /** @returns whether both can be done, one after the other */
  walk(start: Running, a: Act, b: Act): boolean {
    const [day, then] = this.#days;
    const before = b(this.#engine, start, then, 'b');
    const first = a(this.#engine, start, day, 'a');
    if (!first) return false;
    const after = first.tell(start, day) as Running | undefined;
    if (!after) return false;
    this.#holds(first, after, day, 'at once');
    if (before) this.#inAnyOrder(start, first, before);
    const second = b(this.#engine, after, then, 'b');
    const end = second?.tell(after, then);
    if (!second || !end) return false;
    this.#holds(second, end, then, 'the second');
    this.#stillHolds(first, second, end);
    return true;
  }

  /** Both were promised before either was told; the second may become known first. */
  #inAnyOrder(start: Running, first: Made, second: Made): void {
    const [, then] = this.#days;
    const ends = [
      [first, second],
      [second, first],
    ].map(([one, other]) => {
      const middle = (one as Made).tell(start, then);
      return middle && (other as Made).tell(middle, then);
    });
    for (const [index, end] of ends.entries()) {
      const how = index === 0 ? 'told in turn' : 'told the other way round';
      if (end) this.#bothHold(first, second, end, how);
      if (end) this.#bothHold(second, first, end, how);
    }
    const [told, turned] = ends;
    if (!told || !turned || !first.payment || !second.payment) return;
    const owed = (loan: Loan) =>
      JSON.stringify([this.#engine.payoffCents(this.#standing(loan)), this.#standing(loan).creditCents]);
    this.#isTrue(owed(told) === owed(turned), `owes ${owed(told)} or, told the other way round, ${owed(turned)}`);
  }

  #bothHold({ promised }: Made, other: Made, end: Loan, how: string): void {
    const { ends, newDate, agreedCents } = promised;
    const standing = this.#standing(end);
    if (ends && !other.isTakingBack) this.#isTrue(this.#hasEnded(end, ends), `${how}: ends the loan`);
    if (!other.payment) return;
    if (newDate) this.#isTrue(this.#isMoved(end, newDate) || standing.paidOn !== undefined, `${how}: new date`);
    if (agreedCents === undefined) return;
    const payoff = this.#engine.payoffCents(standing);
    const rest = Math.max(0, agreedCents - other.payment.amountCents);
    this.#isTrue(payoff <= rest, `${how}: ${rest} of the plan, and it is ${payoff}`);
  }

  #holds({ promised }: Made, loan: Loan, day: BusinessDate, which: string): void {
    const standing = this.#engine.standingOn(loan, day);
    const { ends, newDate, leftCents, agreedCents } = promised;
    if (ends) this.#isTrue(this.#hasEnded(loan, ends, day), `${which}: ends the loan`);
    if (newDate) this.#isTrue(this.#isMoved(loan, newDate, day), `${which}: new date`);
    if (leftCents !== undefined) {
      const left = this.#engine.outstandingCents(standing);
      this.#isTrue(left === leftCents, `${which}: ${leftCents} left, and it is ${left}`);
    }
    if (agreedCents !== undefined) {
      const payoff = this.#engine.payoffCents(standing);
      this.#isTrue(payoff === agreedCents, `${which}: ${agreedCents} agreed, and it is ${payoff}`);
    }
  }

  #stillHolds({ promised, payment }: Made, second: Made, end: Loan): void {
    const { ends, newDate, agreedCents } = promised;
    if (second.isTakingBack && payment) return;
    if (ends) this.#isTrue(this.#hasEnded(end, ends), 'after the second: ends the loan');
    if (newDate) this.#isTrue(this.#isMoved(end, newDate), 'after the second: new date');
    if (agreedCents !== undefined && second.payment) {
      const payoff = this.#engine.payoffCents(this.#standing(end));
      const rest = Math.max(0, agreedCents - second.payment.amountCents);
      this.#isTrue(payoff === rest, `after the second: ${rest} of the plan, and it is ${payoff}`);
    }
  }

  #standing(loan: Loan, day = this.#days[1]): Standing {
    return this.#engine.standingOn(loan, day);
  }

  #hasEnded(loan: Loan, tranches: readonly number[], day = this.#days[1]): boolean {
    const { groups, paidOn } = this.#standing(loan, day);
    const own = groups.filter(({ tranche }) => tranches.includes(tranche));
    return (
      paidOn !== undefined ||
      own.every((group) =>
        Object.values(group.lines).every(
          (line) =>
            line.netCents + line.vatCents <=
            line.paidNetCents + line.paidVatCents + line.waivedNetCents + line.waivedVatCents,
        ),
      )
    );
  }

  #isMoved(loan: Loan, date: string, day = this.#days[1]): boolean {
    return this.#standing(loan, day).groups.some(({ extensions }) => extensions.some(({ to }) => to >= date));
  }

  #isTrue(isSo: boolean, what: string): void {
    this.checks += 1;
    if (!isSo) this.broken.push(`${this.#name}: ${what}`);
  }
}
