import { expect, test } from 'vitest';
import { checkField } from '#api/field-rules/field-rule.ts';
import { isSameOperation, operationKey, operationNumber, unroundedKey } from '#api/field-rules/operation-number.ts';
import { ROUNDED, SPELLINGS, SPOILT } from '#tests/support/payments/operation-numbers.ts';

test('a transfer is one however its number is written, with letters in capitals or not', () => {
  expect(new Set(SPELLINGS.map(operationKey))).toEqual(new Set(['123456']));
  for (const one of SPELLINGS) expect(isSameOperation(one, '00123456'), one).toBe(true);
  expect(operationKey('ft-26015 0012ab')).toBe(operationKey('FT260150012AB'));
  expect(operationKey('00000000')).toBe('0');
  expect(['123.000', '1,234,000', '1234.000'].map(operationKey)).toEqual(['123000', '1234000', '1234']);
});

test('two transfers are two', () => {
  const others = ['1234560', '1123456', '123456A', 'A123456', 'FT123456', '23456', '123457'];
  for (const other of others) expect(isSameOperation('00123456', other), other).toBe(false);
});

test('a number that a spreadsheet has spoilt is refused, and never read as another one', () => {
  for (const spoilt of SPOILT) expect(operationKey(spoilt), spoilt).toBeUndefined();
  expect(isSameOperation('1.23456E+5', '123456')).toBe(false);
  // Letters between digits are a bank's own.
  expect(['12E4567', '#123456', 'N° 123456'].map(operationKey)).toEqual(['12E4567', '123456', '123456']);
});

test('a number that a spreadsheet may have rounded is not a number where one may have written it', () => {
  for (const one of ROUNDED) expect(unroundedKey(one), one).toBeUndefined();
  for (const one of SPOILT) expect(unroundedKey(one), one).toBeUndefined();
  const whole = ['12345678901234567', '123456789012345', '123456789012300', '1234567890123456', 'FT12345678901234500'];
  expect(whole.map(unroundedKey)).toEqual(whole);
  // A bank may have given it: one in ten of sixteen digits.
  expect(isSameOperation('12345678901234500', '0012345678901234500')).toBe(true);
});

test.each([
  ['00123456', '00123456', undefined],
  [' op-1a2b ', 'OP1A2B', undefined],
  ["'00.123.456", '00123456', undefined],
  ['123456.0', '123456', undefined],
  ['N° 00123456', 'N00123456', undefined],
  ['1.23456E+5', '1.23456E+5', 'invalid'],
  ['123', '123', 'invalid'],
  ['1'.repeat(21), '1'.repeat(21), 'invalid'],
])('a voucher’s number %j is %j: %s', (typed, value, code) => {
  expect(checkField(operationNumber, typed)).toEqual({ value, code });
});
