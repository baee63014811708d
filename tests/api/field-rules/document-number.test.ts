import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceNumber, dniNumber, documentNumberRule } from '#api/field-rules/document-number.ts';
import { documentTypeOf } from '#api/field-rules/document-type.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { rucCheckDigit, rucNumber } from '#api/field-rules/ruc.ts';
import { forAll } from '#tests/support/for-all.ts';

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const ruc = fc
  .tuple(fc.constantFrom('10', '15', '16', '17', '20'), digits(8))
  .map(([prefix, rest]) => `${prefix}${rest}`)
  .map((firstTen) => `${firstTen}${rucCheckDigit(firstTen)}`);

describe('DNI', () => {
  test.each([
    ['45678912', '45678912', undefined],
    [' 4567 8912 ', '45678912', undefined],
    ['45.678.912', '45678912', undefined],
    ['45678912-4', '45678912', undefined],
    ['45678912-i', '45678912', undefined],
    ['4567891', '4567891', 'invalid'],
    ['45678912i', '45678912', undefined],
    ['45678912 – 4', '45678912', undefined],
    ['４５６７８９１２', '45678912', undefined],
    ['456789123', '456789123', 'invalid'],
    ['145678912', '145678912', 'invalid'],
    ['45678912-42', '45678912-42', 'invalid'],
    ['45678912Z', '45678912Z', 'invalid'],
    ['44444444', '44444444', 'invalid'],
    ['4567891A', '4567891A', 'invalid'],
    ['', '', 'required'],
  ])('%j is stored as %j: %s', { tags: 'spec-5.9' }, (typed, value, code) => {
    expect(checkField(dniNumber, typed)).toEqual({ value, code });
  });
});

test('no eight digits are made of more of them, however they are spaced: they would be another person’s DNI', () =>
  forAll(2000, [digits(9), fc.nat(8), fc.constantFrom('', ' ', '.', '\u200b')], (number, place, gap) => {
    const typed = `${number.slice(0, place)}${gap}${number.slice(place)}`;
    expect(checkField(dniNumber, typed).code).toBe('invalid');
    expect(documentTypeOf(typed)).toBe('CE');
  }));

describe('carné de extranjería', () => {
  test.each([
    ['001234567', '001234567', undefined],
    ['00123456a', '00123456A', undefined],
    ['12345678', '12345678', 'invalid'],
    ['1234567890123', '1234567890123', 'invalid'],
    ['ñ01234567', 'Ñ01234567', 'invalid'],
  ])('%j is stored as %j: %s', (typed, value, code) => {
    expect(checkField(ceNumber, typed)).toEqual({ value, code });
  });

  test('the type of document says which rule', { tags: 'asvs-2.1.2' }, () => {
    expect(documentNumberRule('DNI')).toBe(dniNumber);
    expect(documentNumberRule('CE')).toBe(ceNumber);
  });
});

describe('RUC', () => {
  test.each([
    ['20131312955', '20131312955', undefined],
    ['RUC 20-13131295-5', '20131312955', undefined],
    ['20131312954', '20131312954', 'checksum'],
    ['30131312955', '30131312955', 'invalid'],
    ['2013131295', '2013131295', 'invalid'],
  ])('%j is stored as %j: %s', (typed, value, code) => {
    expect(checkField(rucNumber, typed)).toEqual({ value, code });
  });

  test('a number with its check digit always holds (P32)', () =>
    forAll(2000, [ruc], (number) => {
      expect(rucNumber.check(number)).toBeUndefined();
    }));

  test('of single wrong digits about one in sixty slips through: two remainders share a digit (P32)', () => {
    const sample = fc.sample(ruc, { numRuns: 300, seed: 20_260_115 });
    let [changes, missed] = [0, 0];
    for (const number of sample) {
      for (let place = 0; place < 10; place += 1) {
        for (const other of '0123456789'.replace(number.charAt(place), '')) {
          const changed = `${number.slice(0, place)}${other}${number.slice(place + 1)}`;
          changes += 1;
          if (rucCheckDigit(changed.slice(0, 10)) === Number(changed.at(-1))) missed += 1;
        }
      }
    }
    expect(changes).toBe(27_000);
    expect(missed / changes).toBeGreaterThan(0.01);
    expect(missed / changes).toBeLessThan(0.025);
  });
});
