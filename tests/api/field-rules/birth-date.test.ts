import { expect, test } from 'vitest';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { checkField } from '#api/field-rules/field-rule.ts';

test.each([
  ['01/05/1990', '1990-05-01', undefined],
  ['1/5/1990', '1990-05-01', undefined],
  ['1-5-1990', '1990-05-01', undefined],
  ['1.5.1990', '1990-05-01', undefined],
  ['01 05 1990', '1990-05-01', undefined],
  // The keys of a telephone have no stroke.
  ['01051990', '1990-05-01', undefined],
  ['31041990', '1990-04-31', 'invalid'],
  ['1990-05-01', '1990-05-01', undefined],
  ['29/02/2004', '2004-02-29', undefined],
  ['29/02/2005', '2005-02-29', 'invalid'],
  ['31/04/1990', '1990-04-31', 'invalid'],
  // Day first: nobody here writes the month first.
  ['05/13/1990', '1990-13-05', 'invalid'],
  ['1/5/90', '1/5/90', 'invalid'],
  ['ayer', 'ayer', 'invalid'],
  ['', '', 'required'],
])('%j is stored as %j: %s', (typed, value, code) => {
  expect(checkField(birthDate, typed)).toEqual({ value, code });
});
