import { type Cents, cents, toSoles } from '#loan/money.ts';

/** Currency code of soles. */
export const CURRENCY = 'PEN';
const AMOUNT = /^\d{1,10}(?:\.\d{1,2})?$/;

/**
 * Reads soles as a provider writes them, `573.03`, as céntimos. Undefined unless it is a positive number with at most
 * two decimals; undefined for a text too, because its separators may mean anything. It is read from the digits, so
 * that no fraction of a céntimo is rounded away unseen.
 */
export function readAmount(value: unknown): Cents | undefined {
  if (typeof value !== 'number' || !AMOUNT.test(String(value))) return undefined;
  const [whole = '', decimals = ''] = String(value).split('.');
  const amount = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return amount > 0 ? cents(amount) : undefined;
}

/** Says why a value is not an amount, for the people who look into it. */
export function whyNoAmount(value: unknown): string {
  return typeof value === 'string' ? 'its amount is text, not a number' : 'its amount is not an amount of money';
}

/** Céntimos as a provider wants them: a JSON number of soles. */
export function writeAmount(amountCents: Cents): number {
  return toSoles(amountCents);
}

/** A text or a number of an answer as a text without blanks around; undefined when there is none. */
export function readWord(value: unknown, maxLength = 100): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const word = String(value).trim();
  return word === '' || word.length > maxLength ? undefined : word;
}

/** An object inside an answer; an empty one when there is none. */
export function readPart(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
