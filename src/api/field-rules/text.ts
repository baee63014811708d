import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';
import { lengthOf } from './lengths.ts';

/** One line: trimmed, spaces collapsed. */
export function oneLine(text: string): string {
  return cleaned(text).replace(/\s+/g, ' ').trim();
}

/** Free text keeps its paragraphs: CR LF of an HTML form becomes LF, so that lengths agree. */
export function paragraphs(text: string): string {
  return cleaned(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')).trim();
}

/** A line of text between two lengths. */
export function line(min: number, max: number): FieldRule {
  return {
    normalise: oneLine,
    check: (value) => {
      if (lengthOf(value) < min) return 'too_short';
      return lengthOf(value) > max ? 'too_long' : undefined;
    },
  };
}

/** Free text with paragraphs between two lengths. */
export function freeText(min: number, max: number): FieldRule {
  return { ...line(min, max), normalise: paragraphs };
}

const NAME = /^[\p{L}\p{M} '.-]+$/u;

/** Letters, spaces, apostrophes, dashes, dots; the case is kept (domain 2.7). */
export function personName(max = 60): FieldRule {
  return {
    normalise: oneLine,
    check: (value) => {
      if (!NAME.test(value) || !/\p{L}/u.test(value)) return 'invalid';
      return lengthOf(value) > max ? 'too_long' : undefined;
    },
  };
}

/** `123`, `N° 123`, `S/N`, `Mz. K Lote 12`, as people write it; the 10 characters of domain 2.7 are too few for it. */
export const houseNumber: FieldRule = {
  normalise: (typed) => oneLine(typed).replace(/^s\s*\/?\s*n\.?$/i, 'S/N'),
  check: (value) => {
    if (!/^[\p{L}\d#][\p{L}\d .,/#°()'-]*$/u.test(value)) return 'invalid';
    return lengthOf(value) > 30 ? 'too_long' : undefined;
  },
};
