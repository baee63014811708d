import type { BusinessDate } from '#loan/business-days.ts';
import { addDays } from '#loan/calendar.ts';
import type { Loan, Standing } from '#loan/loan.ts';
import { ACTS, type Act, type Engine, type Made, type Running } from './day-acts.ts';
import { dayOn, EX1, EX2, having, paid, TOP_UP_IN_FLIGHT } from './loans.ts';

/** Loans that between them can do everything. */
const LOANS: readonly (readonly [string, Running, string])[] = [
  ['late', EX1, '2026-02-24'],
  ['due', EX1, '2026-02-14'],
  ['running', EX1, '2026-01-25'],
  ['with a top-up on its way', { ...EX1, topUp: TOP_UP_IN_FLIGHT }, '2026-01-25'],
  ['in instalments, late', EX2, '2026-03-25'],
  ['in instalments', EX2, '2026-02-01'],
  ['in default', having(EX1, paid('2026-02-20', 100)), '2026-09-15'],
  ['with a remainder', having(EX1, paid('2026-02-10', 500), paid('2026-02-14', 72)), '2026-02-18'],
  ['paid too much, reopened', having(EX1, paid('2026-01-20', 50), paid('2026-01-20', 700)), '2026-01-25'],
];

/** Pairs walked, those of which both acts can be done, promises held against what stands, and those that are broken. */
interface Found {
  pairs: number;
  possible: number;
  checks: number;
  readonly broken: string[];
}

/**
 * Tries every ordered pair of acts on one loan, on one day and with a night between: what was promised must be what
 * stands.
 * @param isEnough stops at the first loan of which a promise is broken
 */
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
    const start = accrued(engine, loan, days[0]);
    const pair = new Pair(engine, `${name}: ${one}, ${nights ? 'a night, ' : ''}${two}`, days);
    found.pairs += 1;
    if (pair.walk(start, a, b)) found.possible += 1;
    found.checks += pair.checks;
    found.broken.push(...pair.broken);
  }
}

/** The loan as it is before an act: its status is that of the day. */
export function accrued(engine: Engine, loan: Running, day: BusinessDate): Running {
  return engine.closeOfBusiness(loan, day.date, day).loan as Running;
}

/** Whether nothing is owed of the tranches any more. */
export function hasEnded({ groups, paidOn }: Standing, tranches: readonly number[]): boolean {
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
    const told = first.tell(start, day) as Running | undefined;
    if (!told) return false;
    this.#holds(first, told, day, 'at once');
    const after = accrued(this.#engine, told, then);
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
    const from = accrued(this.#engine, start, then);
    const ends = [
      [first, second],
      [second, first],
    ].map(([one, other]) => {
      const middle = (one as Made).tell(from, then);
      return middle && (other as Made).tell(middle, then);
    });
    for (const [index, end] of ends.entries()) {
      const how = index === 0 ? 'told in turn' : 'told the other way round';
      if (end) this.#bothHold(first, second, end, how);
      if (end) this.#bothHold(second, first, end, how);
    }
    const [told, turned] = ends;
    if (!told || !turned || !first.payment || !second.payment) return;
    // Payments count in one order, however they became known. An extension is decided: what becomes known after it on its
    // day counts after it, so the two orders may leave another rest; what was promised holds in both.
    const isDecided = [first, second].some(({ promised }) => promised.newDate);
    if (isDecided && this.#days[0].date === then.date) return;
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
    return hasEnded(this.#standing(loan, day), tranches);
  }

  #isMoved(loan: Loan, date: string, day = this.#days[1]): boolean {
    return this.#standing(loan, day).groups.some(({ extensions }) => extensions.some(({ to }) => to >= date));
  }

  #isTrue(isSo: boolean, what: string): void {
    this.checks += 1;
    if (!isSo) this.broken.push(`${this.#name}: ${what}`);
  }
}
