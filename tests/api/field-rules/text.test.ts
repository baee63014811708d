import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailAddress } from '#api/field-rules/email.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { lengthOf } from '#api/field-rules/lengths.ts';
import { freeText, houseNumber, line, personName } from '#api/field-rules/text.ts';
import { forAll } from '#tests/support/for-all.ts';

describe('a name', () => {
  test.each([
    ['  María   del Pilar ', 'María del Pilar', undefined],
    ["D'Angelo", "D'Angelo", undefined],
    ['Núñez-Ureta Jr.', 'Núñez-Ureta Jr.', undefined],
    ['Jose\u0301', 'José', undefined],
    ['quispe', 'quispe', undefined],
    ['R2D2', 'R2D2', 'invalid'],
    ['---', '---', 'invalid'],
    ['a'.repeat(61), 'a'.repeat(61), 'too_long'],
    ['   ', '', 'required'],
  ])('%j is stored as %j: %s', (typed, value, code) => {
    expect(checkField(personName(), typed)).toEqual({ value, code });
  });
});

describe('a house number', () => {
  test.each([
    ['123', '123', undefined],
    ['s/n', 'S/N', undefined],
    ['SN', 'S/N', undefined],
    ['Mz B Lt14', 'Mz B Lt14', undefined],
    ['1'.repeat(31), '1'.repeat(31), 'too_long'],
    ['-12', '-12', 'invalid'],
  ])('%j is stored as %j: %s', (typed, value, code) => {
    expect(checkField(houseNumber, typed)).toEqual({ value, code });
  });
});

test.each([
  ['ab', 'too_short'],
  ['abc', undefined],
  ['áéí', undefined],
  ['😀😀😀', 'letter'],
  ['abcdef', 'too_long'],
])('a line of three to five characters: %j %s', (typed, code) => {
  expect(checkField(line(3, 5), typed).code).toBe(code);
});

test('free text keeps its paragraphs', () => {
  expect(checkField(freeText(1, 20), 'uno\r\n\r\ndos').value).toBe('uno\n\ndos');
});

test('an emoji is one character to whoever counts', () => {
  expect(lengthOf('a😀é')).toBe(3);
});

/** Controls, marks of direction, zero width, fillers that are letters, tags, private use. */
const UNSEEN = [
  ...'\u0000\u0007\u001b\u0085\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f',
  ...'\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\u3164\ufeff\uffa0\ufff9\ue000\u{e0041}\u{e0101}',
];
const SEEN_ONLY = /^[^\p{C}\p{Default_Ignorable_Code_Point}]*$/u;

test.each(UNSEEN)(
  'the character %j, which is invisible or turns the writing round, is in no name and no text',
  (mark) => {
    const hidden = [...'Ana Ruiz'].join(mark);
    for (const rule of [personName(), line(1, 20), freeText(1, 20)]) {
      expect(checkField(rule, `${mark}${hidden}${mark}`)).toEqual({ value: 'Ana Ruiz', code: undefined });
      expect(checkField(rule, mark.repeat(3)).code).toBe('required');
    }
    expect(checkField(emailAddress, `a${mark}na@correo.pe`)).toEqual({ value: 'ana@correo.pe', code: undefined });
  },
);

test('whatever is typed, a line and each paragraph are kept with visible characters only, and are kept alike twice', () => {
  const typed = fc.string({
    unit: fc.oneof(fc.constantFrom(...UNSEEN, ' ', '\n', '\u2028', 'ñ'), fc.string({ unit: 'binary', maxLength: 1 })),
  });
  forAll(800, [typed], (text) => {
    for (const { normalise } of [line(0, 99), freeText(0, 99), personName(), houseNumber]) {
      const kept = normalise(text);
      for (const part of kept.split('\n')) expect(part).toMatch(SEEN_ONLY);
      expect(normalise(kept)).toBe(kept);
    }
  });
});
