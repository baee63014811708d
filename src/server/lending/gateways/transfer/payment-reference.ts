import { drawNumber } from '#server/kit/uuid.ts';

/** Damm's quasigroup: detects every wrong digit and every swap of two neighbours. */
const DAMM = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;
const LOWEST = 100_000_000;
const HIGHEST = 1_000_000_000;
/** Alone, or as we print it, in groups; not inside a longer number such as an account's. */
const IN_TEXT = /(?<![\d.,-])(\d{10}|\d{4}[ -]\d{3}[ -]\d{3})(?![\d-]|[.,]\d)/g;

/**
 * The reference a client enters in the description of a transfer: ten digits, because some banks' apps accept little
 * else, the last of them a check digit. 900 million references are possible; a unique index detects a repetition.
 * @param random a whole number from the first up to, not including, the second
 */
export function newPaymentReference(random: (from: number, below: number) => number = drawNumber): string {
  const digits = String(random(LOWEST, HIGHEST));
  return `${digits}${dammDigit(digits)}`;
}

/** Exactly ten digits, with the right check digit. */
export function isPaymentReference(text: string): boolean {
  return /^[1-9]\d{9}$/.test(text) && dammDigit(text) === 0;
}

/** Finds the reference in a bank's description; undefined when it does not hold one, or holds several. */
export function findPaymentReference(description: string): string | undefined {
  const found = new Set(
    [...description.matchAll(IN_TEXT)].map(([text]) => text.replace(/\D/g, '')).filter(isPaymentReference),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

function dammDigit(digits: string): number {
  let interim = 0;
  for (const digit of digits) interim = DAMM[interim]?.[Number(digit)] ?? 0;
  return interim;
}
