import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountNumber,
  cciCheckDigits,
  cciDoubt,
  cciNumber,
  checkBankAccount,
  groupedCci,
  readAccountAnswer,
} from '#api/field-rules/bank-account.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { forAll } from '#tests/support/for-all.ts';

const BCP = { cciPrefix: '002', accountLengths: [13, 14] };

/** Domain 2.7, made up and valid. */
const VECTORS = [
  ['BCP', '00219100001234567852'],
  ['Interbank', '00389800312345678944'],
  ['BBVA', '01181400021234567818'],
  ['Scotiabank', '00902120701234567873'],
] as const;

const cci = fc
  .string({ unit: fc.constantFrom(...'0123456789'), minLength: 18, maxLength: 18 })
  .map((first) => `${first}${cciCheckDigits(first)}`);

describe('an interbank code', () => {
  test.each(VECTORS)('of %s adds up', (_, number) => {
    expect(cciDoubt(number)).toBeUndefined();
    expect(cciNumber.check(number)).toBeUndefined();
  });

  test.each([
    ['002 191 000012345678 52', '00219100001234567852', undefined],
    ['002-191-000012345678-52', '00219100001234567852', undefined],
    ['0021910000123456785', '0021910000123456785', 'invalid'],
    ['002191000012345678521', '002191000012345678521', 'invalid'],
    ['0021910000123456785X', '0021910000123456785X', 'invalid'],
    ['', '', 'required'],
  ])('%j is stored as %j: %s', (typed, value, code) => {
    expect(checkField(cciNumber, typed)).toEqual({ value, code });
  });

  test('is shown in its four parts', () => {
    expect(groupedCci('00219100001234567852')).toBe('002 191 000012345678 52');
  });

  test('with its check digits always adds up, and any single wrong digit shows (P32)', () =>
    forAll(2000, [cci, fc.nat(19), fc.integer({ min: 1, max: 9 })], (number, place, by) => {
      expect(cciDoubt(number)).toBeUndefined();
      const other = (Number(number.charAt(place)) + by) % 10;
      expect(cciDoubt(`${number.slice(0, place)}${other}${number.slice(place + 1)}`)).toBe('checksum');
    }));

  test('of two neighbours swapped only the pair 0 and 9 stays unseen (P32)', () => {
    let [swaps, missed] = [0, 0];
    for (const number of fc.sample(cci, { numRuns: 160, seed: 20_260_115 })) {
      for (const place of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]) {
        const [a, b] = [number.charAt(place), number.charAt(place + 1)];
        if (a === b) continue;
        swaps += 1;
        if (cciDoubt(`${number.slice(0, place)}${b}${a}${number.slice(place + 2)}`)) continue;
        missed += 1;
        expect([a, b].sort().join('')).toBe('09');
      }
    }
    expect(swaps).toBeGreaterThan(2_000);
    expect(missed / swaps).toBeLessThan(0.04);
  });
});

describe('an account at a bank', () => {
  const good = '00219100001234567852';

  test.each([
    [BCP, { cci: good }, [], []],
    [BCP, { cci: good, accountNumber: '1234567890123' }, [], []],
    // A fifth of real numbers do not add up: a doubt, not a wall.
    [BCP, { cci: '00219100001234567853' }, [], ['cci_checksum']],
    [BCP, { cci: '00389800312345678944' }, [{ field: 'cci', code: 'mismatch' }], []],
    [BCP, { cci: '123' }, [{ field: 'cci', code: 'invalid' }], []],
    [BCP, { cci: good, accountNumber: '123456789012' }, [{ field: 'accountNumber', code: 'invalid' }], []],
    [{ ...BCP, accountLengths: [] }, { cci: good, accountNumber: '123456789012' }, [], []],
    [undefined, { cci: good }, [{ field: 'bankId', code: 'unknown' }], []],
  ])('%j with %j: %j, in doubt %j', { tags: 'asvs-2.2.3' }, (bank, account, fieldErrors, warnings) => {
    expect(checkBankAccount(bank, account)).toEqual({ fieldErrors, warnings });
  });

  test('has digits only', () => {
    expect(checkField(accountNumber, '193-12345678-0-12')).toEqual({
      value: '1931234567801 2'.replace(' ', ''),
      code: undefined,
    });
    expect(checkField(accountNumber, '12345')).toEqual({ value: '12345', code: 'invalid' });
  });
});

test.each([
  ['bcp 00219100001234567852', 'bcp', '00219100001234567852'],
  [' bcp  002 191 000012345678 52 ', 'bcp', '00219100001234567852'],
  ['bcp', 'bcp', ''],
  ['', '', ''],
])('%j names the account of %j with the CCI %j', { tags: 'asvs-2.1.2' }, (value, bankId, cci) => {
  expect(readAccountAnswer(value)).toEqual({ bankId, cci });
});
