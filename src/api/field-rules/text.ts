import type { FieldRule } from './field-rule.ts';
import { lengthOf } from './lengths.ts';

/**
 * What nobody sees and what turns the direction of writing round: pasted by mistake, or to make a name read otherwise than
 * it is stored. Controls, direction marks, zero-width characters, fillers, lone surrogates, private use.
 */
const INVISIBLE = /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** One line: trimmed, spaces collapsed, nothing invisible, NFC. */
export function oneLine(text: string): string {
  return text
    .replace(/[^\S\ufeff]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC');
}

/** Free text keeps its paragraphs: CR LF of an HTML form becomes LF, so that lengths agree. */
export function paragraphs(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/\t/g, ' ');
  return lines.replace(INVISIBLE, '').trim().normalize('NFC');
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

const NAME = /^[\p{L}\p{M} '’.-]+$/u;

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

/** `123`, `S/N`, `Mz. B Lt. 14`: up to 10 characters (domain 2.7). */
export const houseNumber: FieldRule = {
  normalise: (typed) => oneLine(typed).replace(/^s\s*\/?\s*n$/i, 'S/N'),
  check: (value) => {
    if (!/^[\p{L}\d][\p{L}\d .,/-]*$/u.test(value)) return 'invalid';
    return lengthOf(value) > 10 ? 'too_long' : undefined;
  },
};
