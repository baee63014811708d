import type { CalendarDate } from './calendar.ts';
import type { LoanFact, Payment, QuotedPrice, Standing } from './loan.ts';
import { type Cents, sum, ZERO } from './money.ts';

/** The quote that a fact's money was paid for, if any. */
export function quoteOf(fact: LoanFact): QuotedPrice | undefined {
  return fact.kind === 'payment' && fact.use.kind === 'extension' ? fact.use.quote : undefined;
}

/** The extension that a quote bought, if it did. */
export function boughtBy(quoteId: string, { groups }: Standing) {
  return groups.flatMap(({ extensions }) => extensions).find((bought) => bought.quoteId === quoteId);
}

/**
 * Money of one quote that was paid on several days while its price stood is one sum: it counts on the day on which it
 * reached the price (domain 2.12). Parts that have not reached it stay where they are.
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
  const moved = facts.map((fact) => {
    const day = reached.get(quoteOf(fact)?.id ?? '');
    return day !== undefined && fact.date < day ? { ...fact, date: day } : fact;
  });
  return { facts: moved, quoteIds: [...reached.keys()] };
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
