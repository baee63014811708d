import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';
import { lengthOf } from './lengths.ts';
import { lookAlikes, unprintable } from './printable.ts';

/** Reduces to one line: trimmed, spaces collapsed. */
export function oneLine(text: string): string {
  return cleaned(text).replace(/\s+/g, ' ').trim();
}

/** Normalises free text, which keeps its paragraphs: CR LF of an HTML form becomes LF, so that lengths agree. */
export function paragraphs(text: string): string {
  return cleaned(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')).trim();
}

/** Normalises text for papers: one line, in letters that they can print. */
const printedLine = (typed: string): string => lookAlikes(oneLine(typed));

/** Accepts a line of text between two lengths. */
export function line(min: number, max: number): FieldRule {
  const { check } = freeText(min, max);
  return { normalise: printedLine, check: (value) => (unprintable(value) ? 'letter' : check(value)) };
}

/** Accepts free text with paragraphs between two lengths: kept as it was typed. */
export function freeText(min: number, max: number): FieldRule {
  return {
    normalise: paragraphs,
    check: (value) => {
      if (lengthOf(value) < min) return 'too_short';
      return lengthOf(value) > max ? 'too_long' : undefined;
    },
  };
}

const NAME = /^[\p{L}\p{M} '.-]+$/u;

/** Letters, spaces, apostrophes, dashes, dots; the case is kept (domain 2.7). */
export function personName(max = 60): FieldRule {
  return {
    normalise: printedLine,
    check: (value) => {
      if (unprintable(value)) return 'letter';
      if (!NAME.test(value) || !/\p{L}/u.test(value)) return 'invalid';
      return lengthOf(value) > max ? 'too_long' : undefined;
    },
  };
}

/**
 * A house number as people write it: `123`, `N° 123`, `S/N`, `Mz. K Lote 12`; the 10 characters of domain 2.7 are too
 * few for it.
 */
export const houseNumber: FieldRule = {
  normalise: (typed) => printedLine(typed).replace(/^s\s*\/?\s*n\.?$/i, 'S/N'),
  check: (value) => {
    if (unprintable(value)) return 'letter';
    if (!/^[\p{L}\d#][\p{L}\d .,/#°()'-]*$/u.test(value)) return 'invalid';
    return lengthOf(value) > 30 ? 'too_long' : undefined;
  },
};
