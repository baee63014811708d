import type { FieldError } from '#api/errors.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { allProducts, isOffered } from '#loan/product.ts';
import type { ParameterRow } from './parameter-store.ts';
import { aboveCap, assembleParameters, assertParameter, ParameterError } from './parameters.ts';
import { PolicyError } from './policies.ts';

/** The rows to write so that a new value is in force for its days and nothing else changes. */
export interface ParameterChange {
  /** The row to end, and its last day. */
  readonly ends?: { readonly row: ParameterRow; readonly lastDay: string } | undefined;
  /** The new row and, when it is temporary, the old value again after it. */
  readonly adds: readonly ParameterRow[];
}

export type PlannedChange =
  | { readonly kind: 'change'; readonly change: ParameterChange }
  | { readonly kind: 'refused'; readonly reason: string; readonly at: FieldError };

/**
 * Plans a change of one figure (domain 2.22): the value in force ends the day before, and returns after the last day of
 * a temporary one. History is never changed, and a change that is already planned is not overwritten. A rate cap may
 * begin before today on days that have none: a lender begins in the middle of a half-year.
 * @param rows everything in force on or after `today`
 */
export function planParameterChange(rows: readonly ParameterRow[], next: ParameterRow, today: string): PlannedChange {
  const isPast = next.validFrom < today;
  if (isPast && next.kind !== 'rate_cap') return refusedFor('it would begin in the past', 'validFrom', 'past');
  if (next.validTo !== null && next.validTo < next.validFrom)
    return refusedFor('it would end before it begins', 'validTo', 'out_of_range');
  const same = rows.filter(({ kind, key }) => kind === next.kind && key === next.key);
  const later = same.find(
    ({ validFrom }) => validFrom >= next.validFrom && (next.validTo === null || validFrom <= next.validTo),
  );
  if (later) {
    const isOpen = next.validTo === null;
    return refusedFor(`another value begins on ${later.validFrom}`, 'validTo', isOpen ? 'required' : 'out_of_range');
  }
  const current = same.find(
    ({ validFrom, validTo }) => validFrom < next.validFrom && (validTo === null || validTo >= next.validFrom),
  );
  if (!current) return { kind: 'change', change: { adds: [next] } };
  if (isPast)
    return refusedFor('another value was in force then, and what has been is never changed', 'validFrom', 'past');
  const ends = { row: current, lastDay: dayAfter(next.validFrom, -1) };
  const comesBack = next.validTo !== null && (current.validTo === null || current.validTo > next.validTo);
  const again = comesBack ? [{ ...current, validFrom: dayAfter(next.validTo, 1) }] : [];
  return { kind: 'change', change: { ends, adds: [next, ...again] } };
}

/**
 * Why a change must be refused, if so: its value violates its schema, or on some day the lender could make offers
 * before the change and not after it. Checked on every day on which a value begins or ends. A cap is the law, whatever
 * our prices are: only its own value is checked, and products above it are closed.
 */
export function problemOfChange(
  rows: readonly ParameterRow[],
  { ends, adds }: ParameterChange,
  today: string,
): ChangeProblem | undefined {
  try {
    for (const row of adds) assertParameter(row);
    if (adds.every(({ kind }) => kind === 'rate_cap')) return undefined;
    const kept = rows.map((row) => (row === ends?.row ? { ...row, validTo: ends.lastDay } : row));
    const after = [...kept, ...adds];
    const days = after.flatMap(({ validFrom, validTo }) => [validFrom, validTo ? dayAfter(validTo, 1) : today]);
    for (const day of new Set([today, ...days])) {
      const problem = day < today ? undefined : newProblem(problemsOn(rows, day), problemsOn(after, day));
      if (problem !== undefined) return { message: `on ${day}: ${problem}`, at: PRICE_OF_OFFER };
    }
    return undefined;
  } catch (error) {
    if (error instanceof PolicyError) return error;
    if (error instanceof ParameterError) return { message: error.message, at: atOneOf(adds, error) };
    throw error;
  }
}

/** Why a change must be refused, and the figure of the new value that is wrong, where it is one. */
export interface ChangeProblem {
  readonly message: string;
  readonly at: FieldError | undefined;
}

/** The reason that closes a product: a rate above the cap, of which the figure is there where a price is changed. */
const PRICE_OF_OFFER: FieldError = { field: 'teaPercent', code: 'out_of_range' };

/** The figure of an error if it is one of the new rows, and not of another parameter that contradicts them. */
function atOneOf(adds: readonly ParameterRow[], { at }: ParameterError): FieldError | undefined {
  if (!at || !adds.some(({ kind, key }) => kind === at.row.kind && key === at.row.key)) return undefined;
  return { field: at.field, code: at.code };
}

function newProblem(known: Problems, now: Problems): string | undefined {
  if (known.has(EVERYTHING)) return undefined;
  return [...now].find(([what]) => !known.has(what))?.[1];
}

/** Sentences by the product they are about. */
type Problems = ReadonlyMap<number | typeof EVERYTHING, string>;
const EVERYTHING = 'everything';

/**
 * Finds out why offers could not be made on a day, by product or for all of them; empty when all are possible.
 * @throws when values contradict each other
 */
function problemsOn(rows: readonly ParameterRow[], day: string): Problems {
  const inForce = rows.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day));
  // Only what this change is missing: a half-year that is not published yet must not hide a problem of the change.
  const caps = rows.filter(({ kind, validTo }) => kind === 'rate_cap' && validTo !== null && validTo < day);
  const endedCaps = caps.sort((a, b) => ((a.validTo ?? '') < (b.validTo ?? '') ? 1 : -1));
  const parameters = assembleParameters({ version: 0, inForce, endedCaps }, day, { carryCapForward: true });
  const { pricing } = parameters;
  if (pricing.kind === 'refused') return new Map([[EVERYTHING, pricing.message]]);
  parameters.policies();
  const closed = allProducts(pricing.settings[2]).filter((product) => !isOffered(product));
  return new Map(closed.map((product) => [product.productId, aboveCap(product)]));
}

function dayAfter(date: string, days: number): string {
  return addDays(calendarDate(date), days);
}

function refusedFor(reason: string, field: 'validFrom' | 'validTo', code: FieldCode): PlannedChange {
  return { kind: 'refused', reason, at: { field, code } };
}
