import { describe, expect, test } from 'vitest';
import { checkField } from '#api/field-rules/field-rule.ts';
import { freeText, houseNumber, lengthOf, line, personName } from '#api/field-rules/text.ts';

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
    ['12345678901', '12345678901', 'too_long'],
    ['#12', '#12', 'invalid'],
  ])('%j is stored as %j: %s', (typed, value, code) => {
    expect(checkField(houseNumber, typed)).toEqual({ value, code });
  });
});

test.each([
  ['ab', 'too_short'],
  ['abc', undefined],
  ['😀😀😀', undefined],
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
