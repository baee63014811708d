import type { CalendarDate } from './calendar.ts';
import type { LoanFact, Payment, QuotedPrice, Standing } from './loan.ts';
import { type Cents, sum, ZERO } from './money.ts';

/** Finds the quote that a fact's money was paid for, if any. */
export function quoteOf(fact: LoanFact): QuotedPrice | undefined {
  return fact.kind === 'payment' && fact.use.kind === 'extension' ? fact.use.quote : undefined;
}

/** Finds the extension that a quote bought, if it did. */
export function boughtBy(quoteId: string, { groups }: Standing) {
  return groups.flatMap(({ extensions }) => extensions).find((bought) => bought.quoteId === quoteId);
}

/**
 * Joins the money of one quote that was paid on several days while its price stood: it is one sum and counts on the day
 * on which it reached the price (domain 2.12). Parts that have not reached it stay where they are.
 * @param notBought quotes whose extension could not be had on that day: their parts stay too
 * @returns the facts, and the quotes of those that count on another day
 */
export function onTheDayOfThePrice(
  facts: readonly LoanFact[],
  toleranceCents: Cents,
  notBought: readonly string[] = [],
): { readonly facts: readonly LoanFact[]; readonly quoteIds: readonly string[] } {
  const reached = new Map<string, CalendarDate>();
  for (const [quoteId, parts] of partsInTime(facts)) {
    const day = notBought.includes(quoteId) ? undefined : dayReached(parts, toleranceCents);
    if (day !== undefined && parts.some(({ date }) => date < day)) reached.set(quoteId, day);
  }
  if (reached.size === 0) return { facts, quoteIds: [] };
  const moved = [...reached].reduce<readonly LoanFact[]>((list, [quoteId, day]) => {
    const parts = list.filter((fact): fact is Payment => quoteOf(fact)?.id === quoteId && fact.date <= day);
    return joined(list, upToThePrice(parts, toleranceCents), day);
  }, facts);
  return { facts: moved, quoteIds: [...reached.keys()] };
}

/** The parts up to the one with which they reached the price, in the order in which they became known. */
function upToThePrice(parts: readonly Payment[], toleranceCents: Cents): readonly Payment[] {
  const neededCents = (quoteOf(parts[0] as Payment)?.priceCents ?? ZERO) - toleranceCents;
  let paidCents = ZERO;
  const last = parts.findIndex(({ amountCents }) => {
    paidCents = sum(paidCents, amountCents);
    return paidCents >= neededCents;
  });
  return parts.slice(0, last + 1);
}

/**
 * Puts parts of one price where the last of them became known, because the sum decides only then: what was known before
 * counts before it.
 * @param parts in the order in which they became known
 */
export function joined(facts: readonly LoanFact[], parts: readonly Payment[], day: CalendarDate): LoanFact[] {
  const last = parts.at(-1);
  return facts.flatMap((fact): LoanFact[] => {
    if (fact === last) return parts.map((part) => ({ ...part, date: day }));
    return parts.some((part) => part === fact) ? [] : [fact];
  });
}

/** Parts of one quote that are money of one day, where there are several. */
export function partsOfOneDay(facts: readonly LoanFact[]): (readonly Payment[])[] {
  const parts = facts.filter((fact): fact is Payment => quoteOf(fact) !== undefined);
  const byDay = Map.groupBy(parts, (part) => `${part.date} ${quoteOf(part)?.id}`);
  return [...byDay.values()].filter(({ length }) => length > 1);
}

function partsInTime(facts: readonly LoanFact[]): Map<string, Payment[]> {
  const parts = new Map<string, Payment[]>();
  for (const fact of facts) {
    const quote = quoteOf(fact);
    if (!quote || fact.date > quote.validUntil) continue;
    parts.set(quote.id, [...(parts.get(quote.id) ?? []), fact as Payment]);
  }
  return parts;
}

function dayReached(parts: readonly Payment[], toleranceCents: Cents): CalendarDate | undefined {
  const neededCents = (quoteOf(parts[0] as Payment)?.priceCents ?? ZERO) - toleranceCents;
  return parts
    .map(({ date }) => date)
    .sort()
    .find((day) => sum(...parts.filter(({ date }) => date <= day).map((part) => part.amountCents)) >= neededCents);
}
