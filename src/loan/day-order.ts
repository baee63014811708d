import { type CalendarDate, laterOf } from './calendar.ts';
import type { LoanFact } from './loan.ts';
import { quoteOf } from './quoted-price.ts';

/** Where a fact counts; compared number by number, then by purpose and id. */
interface Place {
  readonly fact: LoanFact;
  readonly date: CalendarDate;
  readonly numbers: readonly number[];
}

/**
 * Facts in the order in which they count: by date, and within one day so that whatever was promised before a fact
 * stands after it (domain 2.12, 2.13, 2.15, invariants P34, P35 and P37).
 *
 * - A decision (quoted extension, plan, flex, write-off, waiver, refund) counts at its instant: money that became known
 *   before it is before it, and money that became known after it is after it. Money of an earlier date that becomes known
 *   after a plan keeps its date and is the plan's all the same.
 * - Between two decisions payments count in one order, however they became known (P14). Extensions of before quotes were
 *   named are such payments, after other money: they were sold when the order of a day was that.
 * - A top-up counts after everything that was known when it became known, and after other money of that day that no
 *   decision parts from it: a tranche that ended stays ended.
 * @param facts in the order in which they became known; a list in the order of effect stays as it is
 */
export function inOrderOfEffect(facts: readonly LoanFact[]): LoanFact[] {
  const decisionsOn = new Map<CalendarDate, number>();
  const topUpsOn = new Map<CalendarDate, number>();
  let latest: CalendarDate | undefined;
  const places = afterAgreements(facts).map((fact): Place => {
    const date = fact.kind === 'tranche' ? laterOf(fact.knownOn ?? fact.date, latest ?? fact.date) : fact.date;
    const [decisions, topUps] = [decisionsOn.get(date) ?? 0, topUpsOn.get(date) ?? 0];
    if (isDecision(fact)) decisionsOn.set(date, decisions + 1);
    if (fact.kind === 'tranche') topUpsOn.set(date, topUps + 1);
    if (!isReversed(fact)) latest = latest ? laterOf(latest, date) : date;
    return { fact, date, numbers: [decisions, ...withinSegment(fact, topUps)] };
  });
  return places.sort(byPlace).map(({ fact }) => fact);
}

/** Money of an earlier date that became known after a plan or flex pay is of that agreement, whatever it was called. */
function afterAgreements(facts: readonly LoanFact[]): LoanFact[] {
  let agreed: LoanFact | undefined;
  return facts.map((fact) => {
    if (fact.kind === 'plan' || fact.kind === 'flex') agreed = fact;
    if (fact.kind !== 'payment' || !agreed || fact.date >= agreed.date) return fact;
    return { ...fact, use: { kind: 'arrangement', ...(agreed.kind === 'plan' && { plan: agreed }) } };
  });
}

function isReversed(fact: LoanFact): boolean {
  return fact.kind === 'payment' && fact.reversedOn !== undefined;
}

/** Money that was taken back decides nothing: the day is as if it had never come. */
function isDecision(fact: LoanFact): boolean {
  if (fact.kind === 'payment') return quoteOf(fact) !== undefined && !isReversed(fact);
  return fact.kind !== 'tranche';
}

/**
 * Ranks a fact within its segment: money, then extensions without a quote and top-ups as they became known, then a
 * settlement, then the decision that ends the segment.
 */
function withinSegment(fact: LoanFact, topUps: number): readonly [number, number] {
  if (isDecision(fact)) return [3, 0];
  if (fact.kind !== 'payment') return [1, 2 * topUps + 1];
  if (fact.use.kind === 'extension') return [1, 2 * topUps];
  return [fact.use.kind === 'settlement' ? 2 : 0, 0];
}

function byPlace(a: Place, b: Place): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  const first = a.numbers.findIndex((number, k) => number !== b.numbers[k]);
  if (first >= 0) return (a.numbers[first] as number) - (b.numbers[first] as number);
  const [left, right] = [purposeOf(a.fact), purposeOf(b.fact)];
  if (left !== right) return left < right ? -1 : 1;
  return a.fact.id < b.fact.id ? -1 : 1;
}

/** The mark that tells payments of one kind apart: the mode of a prepayment, the quote of an extension. */
function purposeOf(fact: LoanFact): string {
  if (fact.kind !== 'payment') return '';
  const { use } = fact;
  return (use.kind === 'ordinary' ? use.mode : use.kind === 'extension' ? use.quote?.id : undefined) ?? '';
}

/**
 * Whether two neighbours are one sum: splitting a payment in two changes nothing, not even rounding (invariant P16).
 */
export function areOneSum(a: LoanFact | undefined, b: LoanFact): boolean {
  if (a?.kind !== 'payment' || b.kind !== 'payment' || a.date !== b.date || purposeOf(a) !== purposeOf(b)) return false;
  if (a.use.kind === 'extension') return b.use.kind === 'extension' && a.use.quote !== undefined;
  return a.use.kind !== 'settlement' && (b.use.kind === 'ordinary' || b.use.kind === 'arrangement');
}
