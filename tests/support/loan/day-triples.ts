import type { BusinessDate } from '#loan/business-days.ts';
import type { Loan, Payment } from '#loan/loan.ts';
import { cents } from '#loan/money.ts';
import { ACTS, type Act, type Engine, extensionOf, type Made, type Running, takenBack } from './day-acts.ts';
import { accrued, hasEnded } from './day-pairs.ts';
import { date, dayOn, disbursed, EX1, EX2, having, paid, TOP_UP_IN_FLIGHT, termsOf } from './loans.ts';
import { SINGLE_PAY } from './products.ts';

/** Extensions of every term, and payments taken back from either end: of today or however old. */
const ACTS_OF_A_DAY: Readonly<Record<string, Act>> = (() => {
  const { EXTENSION: _, 'extension asked': __, 'close of the day': ___, 'taken back': ____, ...others } = ACTS;
  return {
    ...others,
    'EXTENSION of 7 days': extensionOf(7),
    'EXTENSION of 14 days': extensionOf(14),
    'EXTENSION of 30 days': extensionOf(30),
    'EXTENSION of 14 days by a quote that has ended': extensionOf(14, true),
    'newest taken back': takenBack((counting) => counting.at(-1)),
    'oldest taken back': takenBack((counting) => (counting.length > 1 ? counting[0] : undefined)),
  };
})();

/** The names of all acts of the triples. */
export const TRIPLE_ACTS: readonly string[] = Object.keys(ACTS_OF_A_DAY);

const QUOTE = { id: 'q-0', priceCents: cents(2622), validUntil: date('2026-02-14') };
const EXTENDED = having(
  EX1,
  paid('2026-02-05', 100),
  paid('2026-02-14', 26.22, { kind: 'extension', termDays: 14, feeCents: cents(800), quote: QUOTE }),
);

/** Loans of which money came before, that day and earlier. */
const LOANS: readonly (readonly [string, Running, string])[] = [
  ['due tomorrow, 200,00 of today', having(EX1, paid('2026-02-13', 200)), '2026-02-13'],
  ['due tomorrow, 200,00 of long ago', having(EX1, paid('2026-01-20', 200)), '2026-02-13'],
  ['due tomorrow, paid in three', having(EX1, ...[150, 150, 150].map((k) => paid('2026-02-13', k))), '2026-02-13'],
  [
    'late, 90,00 of before and 60,00 of today',
    having(EX1, paid('2026-02-10', 90), paid('2026-02-24', 60)),
    '2026-02-24',
  ],
  ['extended, then late', EXTENDED, '2026-03-10'],
  ['of 300,00 for a week', having(disbursed(termsOf(SINGLE_PAY, 300, 7)), paid('2026-01-19', 100)), '2026-01-21'],
  [
    'running, a top-up on its way',
    { ...having(EX1, paid('2026-01-20', 80), paid('2026-01-25', 70)), topUp: TOP_UP_IN_FLIGHT },
    '2026-01-25',
  ],
  ['in instalments, late', having(EX2, paid('2026-02-15', 635.67), paid('2026-03-25', 100)), '2026-03-25'],
  ['in instalments', having(EX2, paid('2026-01-25', 100), paid('2026-02-01', 50)), '2026-02-01'],
  ['paid too much', having(EX1, paid('2026-01-20', 50), paid('2026-01-25', 700)), '2026-01-25'],
  ['in default', having(EX1, paid('2026-02-20', 100), paid('2026-09-15', 20)), '2026-09-15'],
  ['with a remainder', having(EX1, paid('2026-02-14', 500), paid('2026-02-14', 72.5)), '2026-02-18'],
];

/** Counts of a walk: by act, how many triples it was part of that can be done. */
export interface Walked {
  triples: number;
  possible: number;
  orders: number;
  checks: number;
  readonly byAct: Map<string, number>;
  readonly broken: string[];
}

/**
 * Tries every ordered triple of acts of one day of which at least one takes a payment back, then pays what is offered as
 * ending the loan. What was promised before an act must be what is true after it, and what was promised before must still
 * be true, unless what it was promised for was taken back after it (P37). Then all three are promised before any is told,
 * and told in all six orders: an extension that was sold has moved its date in each of them.
 * @param isEnough stops at the first loan of which a promise is broken
 */
export function walkTriples(engine: Engine, isEnough = false): Walked {
  const walked: Walked = { triples: 0, possible: 0, orders: 0, checks: 0, byAct: new Map(), broken: [] };
  for (const [name, loan, first] of LOANS) {
    if (isEnough && walked.broken.length > 0) break;
    const day = dayOn(first);
    const walk = new Walk(engine, name, day, walked);
    walk.inTurn({ loan: accrued(engine, loan, day), promises: [], names: [], isTakenBack: false });
    walk.inEveryOrder(accrued(engine, loan, day));
  }
  return walked;
}

/** A promise that still binds, and the figures that it has come to. */
interface Binding {
  readonly made: Made;
  readonly name: string;
  /** The rest of what a plan or flex pay has agreed on. */
  readonly restCents?: number | undefined;
}

interface State {
  readonly loan: Running;
  readonly promises: readonly Binding[];
  readonly names: readonly string[];
  readonly isTakenBack: boolean;
}

class Walk {
  readonly #engine: Engine;
  readonly #loan: string;
  readonly #day: BusinessDate;
  readonly #walked: Walked;

  constructor(engine: Engine, loan: string, day: BusinessDate, walked: Walked) {
    this.#engine = engine;
    this.#loan = loan;
    this.#day = day;
    this.#walked = walked;
  }

  /** Every next act, each promised on the loan as the acts before it left it. */
  inTurn(state: State): void {
    const place = state.names.length;
    for (const [name, act] of Object.entries(ACTS_OF_A_DAY)) {
      const names = [...state.names, name];
      const isTakenBack = state.isTakenBack || name.includes('back');
      if (place === 2 && !isTakenBack) continue;
      if (place === 2) this.#walked.triples += 1;
      const next = this.#after(state, act, name);
      if (!next) continue;
      if (place < 2) this.inTurn({ ...next, names, isTakenBack });
      else this.#count(names, next);
    }
  }

  #count(names: readonly string[], state: State): void {
    this.#walked.possible += 1;
    for (const name of new Set(names)) this.#walked.byAct.set(name, (this.#walked.byAct.get(name) ?? 0) + 1);
    this.#after(state, ACTS_OF_A_DAY['PAYOFF'] as Act, 'PAYOFF at the end', names);
  }

  /** The loan after an act, every promise held against it; undefined when it cannot be done. */
  #after(state: State, act: Act, name: string, names: readonly string[] = [...state.names, name]): State | undefined {
    const made = act(this.#engine, state.loan, this.#day, `${state.names.length}-${name}`);
    const told = made?.tell(state.loan, this.#day) as Running | undefined;
    if (!made || !told) return undefined;
    const where = `${this.#loan}: ${names.join(', ')}: ${name}`;
    this.#holds(made, told, where);
    const promises = state.promises.flatMap((one) => this.#stillHolds(one, made, told, where));
    const bound = { made, name, restCents: made.promised.agreedCents };
    return { ...state, loan: told, promises: [...promises, bound], names: [...state.names, name] };
  }

  #holds({ promised, payment }: Made, loan: Loan, where: string): void {
    const standing = this.#engine.standingOn(loan, this.#day);
    const { ends, newDate, leftCents, agreedCents } = promised;
    if (ends) this.#isTrue(hasEnded(standing, ends), `${where} ends the loan`);
    if (newDate) this.#isTrue(this.#moved(loan, payment) === newDate, `${where} moves the date to ${newDate}`);
    const left = this.#engine.outstandingCents(standing);
    if (leftCents !== undefined) this.#isTrue(left === leftCents, `${where} leaves ${leftCents}, and it is ${left}`);
    const payoff = this.#engine.payoffCents(standing);
    if (agreedCents !== undefined)
      this.#isTrue(payoff === agreedCents, `${where} agrees on ${agreedCents}, and it is ${payoff}`);
  }

  /** @returns the promise if it still binds after the next act */
  #stillHolds(one: Binding, next: Made, loan: Loan, where: string): Binding[] {
    const { promised, payment } = one.made;
    if (next.takenId !== undefined && next.takenId === payment?.id) return [];
    const standing = this.#engine.standingOn(loan, this.#day);
    if (promised.ends) {
      if (next.isTakingBack) return [];
      this.#isTrue(hasEnded(standing, promised.ends), `${where}: ${one.name} has ended the loan`);
    }
    if (promised.newDate) {
      // The days of an extension before it go with its money.
      const to = this.#moved(loan, payment);
      this.#isTrue(to !== undefined, `${where}: ${one.name} has moved the date`);
    }
    if (one.restCents === undefined) return [one];
    if (next.promised.agreedCents !== undefined || next.isTakingBack || !next.payment) return [];
    const restCents = Math.max(0, one.restCents - next.payment.amountCents);
    const payoff = this.#engine.payoffCents(standing);
    this.#isTrue(payoff === restCents, `${where}: ${restCents} of ${one.name}, and it is ${payoff}`);
    return [{ ...one, restCents }];
  }

  /** Three acts of which one takes money back and one sells an extension, promised at once and told in all orders. */
  inEveryOrder(start: Running): void {
    const acts = Object.entries(ACTS_OF_A_DAY);
    const [backs, extensions] = [/back/, /^EXTENSION/].map((kind) => acts.filter(([name]) => kind.test(name)));
    for (const [back, a] of backs as typeof acts) {
      for (const [sold, b] of extensions as typeof acts) {
        for (const [other, c] of acts) {
          if (/plan|flex|FLEX|PLAN|back/.test(other) || /^EXTENSION/.test(other)) continue;
          const made = [a, b, c].map((act, k) => act(this.#engine, start, this.#day, `${k}`));
          if (made.every((one) => one !== undefined)) this.#orders(start, made, `${back}, ${sold}, ${other}`);
        }
      }
    }
  }

  #orders(start: Running, made: readonly Made[], names: string): void {
    for (const order of ORDERS) {
      let loan: Loan | undefined = start;
      const { payment } = made[1] as Made;
      // Money after its quote is priced by what is known when it comes: it is promised only what it then buys.
      let isPromised = isInTime(payment, this.#day);
      for (const k of order) {
        loan &&= (made[k] as Made).tell(loan, this.#day);
        if (loan && k === 1) isPromised ||= this.#moved(loan, payment) !== undefined;
      }
      if (!loan) continue;
      this.#walked.orders += 1;
      const standing = this.#engine.standingOn(loan, this.#day);
      const isSold = this.#moved(loan, payment) !== undefined || standing.paidOn !== undefined;
      if (isPromised) this.#isTrue(isSold, `${this.#loan}: ${names} told as ${order.join(' ')}: the date is moved`);
      const end = (ACTS_OF_A_DAY['PAYOFF'] as Act)(this.#engine, loan as Running, this.#day, 'end');
      const ended = end?.tell(loan, this.#day);
      if (end && ended) this.#holds(end, ended, `${this.#loan}: ${names} told as ${order.join(' ')}: PAYOFF`);
    }
  }

  /** The date to which the extension of a payment has moved. */
  #moved(loan: Loan, payment: Payment | undefined): string | undefined {
    const { use } = payment ?? {};
    const quoteId = use?.kind === 'extension' ? use.quote?.id : undefined;
    return this.#engine.boughtBy(quoteId ?? '', this.#engine.standingOn(loan, this.#day))?.to;
  }

  #isTrue(isSo: boolean, what: string): void {
    this.#walked.checks += 1;
    if (!isSo) this.#walked.broken.push(what);
  }
}

function isInTime(payment: Payment | undefined, { date: today }: BusinessDate): boolean {
  return payment?.use.kind === 'extension' && payment.use.quote !== undefined && today <= payment.use.quote.validUntil;
}

/** All orders of three. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;
