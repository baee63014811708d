import type { CalendarDate } from './calendar.ts';

/**
 * A dated parameter: prices, legal rates, limits, policies. Anything that may change by law or by decision is a
 * parameter, never a constant in the code.
 */
export interface DatedParameter<Value> {
  readonly kind: string;
  /** Distinguishes parameters of one kind, for example by product; empty when there is only one. */
  readonly key: string;
  readonly value: Value;
  /** First and last day in force, inclusive; null: until further notice. */
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate | null;
}

export type ParameterChoice<Value> =
  | { readonly kind: 'found'; readonly parameter: DatedParameter<Value> }
  | { readonly kind: 'refused'; readonly reason: 'parameter-missing' | 'parameters-overlap' };

/**
 * The parameter of a kind in force on a date (domain 3.1: an offer for a date without a cap is refused). Two at once
 * are refused as well: choosing one would be a guess. The rate cap of 113,16 % runs from 01/11/2025 to 30/04/2026;
 * for 01/05/2026 the result is `parameter-missing`.
 */
export function parameterOn<Value>(
  parameters: readonly DatedParameter<Value>[],
  kind: string,
  key: string,
  date: CalendarDate,
): ParameterChoice<Value> {
  const inForce = parameters.filter(
    (row) => row.kind === kind && row.key === key && row.validFrom <= date && (row.validTo ?? date) >= date,
  );
  const [parameter] = inForce;
  if (!parameter) return { kind: 'refused', reason: 'parameter-missing' };
  if (inForce.length > 1) return { kind: 'refused', reason: 'parameters-overlap' };
  return { kind: 'found', parameter };
}

/** Two parameters in force on the same day, or one that ends before it starts. */
export type ParameterFlaw<Value> =
  | { readonly kind: 'overlap'; readonly first: DatedParameter<Value>; readonly second: DatedParameter<Value> }
  | { readonly kind: 'ends-before-it-starts'; readonly parameter: DatedParameter<Value> };

/** Every flaw of a parameter table, so that it is refused when it is loaded. */
export function parameterFlaws<Value>(parameters: readonly DatedParameter<Value>[]): ParameterFlaw<Value>[] {
  const flaws: ParameterFlaw<Value>[] = [];
  for (const parameter of parameters) {
    if (parameter.validTo !== null && parameter.validTo < parameter.validFrom) {
      flaws.push({ kind: 'ends-before-it-starts', parameter });
    }
  }
  const byStart = [...parameters].sort(byKindThenStart);
  for (const [index, second] of byStart.entries()) {
    const first = byStart[index - 1];
    if (!first || first.kind !== second.kind || first.key !== second.key) continue;
    if (first.validTo === null || first.validTo >= second.validFrom) flaws.push({ kind: 'overlap', first, second });
  }
  return flaws;
}

function byKindThenStart(a: DatedParameter<unknown>, b: DatedParameter<unknown>): number {
  const [left, right] = [a, b].map(({ kind, key, validFrom }) => JSON.stringify([kind, key, validFrom]));
  return (left as string) < (right as string) ? -1 : 1;
}
