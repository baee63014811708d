import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { amountInWords } from '#server/lending/tax-documents/amount-in-words.ts';

test.each([
  [0, 'CERO CON 00/100 SOLES'],
  [7, 'CERO CON 07/100 SOLES'],
  [944, 'NUEVE CON 44/100 SOLES'],
  [1600, 'DIECISÉIS CON 00/100 SOLES'],
  [2150, 'VEINTIUNO CON 50/100 SOLES'],
  [3100, 'TREINTA Y UNO CON 00/100 SOLES'],
  [10_000, 'CIEN CON 00/100 SOLES'],
  [10_101, 'CIENTO UNO CON 01/100 SOLES'],
  [100_000, 'MIL CON 00/100 SOLES'],
  [100_100, 'MIL UNO CON 00/100 SOLES'],
  [2_100_000, 'VEINTIÚN MIL CON 00/100 SOLES'],
  [3_152_199, 'TREINTA Y UN MIL QUINIENTOS VEINTIUNO CON 99/100 SOLES'],
  [10_000_000, 'CIEN MIL CON 00/100 SOLES'],
  [100_000_000, 'UN MILLÓN CON 00/100 SOLES'],
  [
    77_777_777_777,
    'SETECIENTOS SETENTA Y SIETE MILLONES SETECIENTOS SETENTA Y SIETE MIL SETECIENTOS SETENTA Y SIETE CON 77/100 SOLES',
  ],
])('%i céntimos are %s', (amount, words) => {
  expect(amountInWords(cents(amount))).toBe(words);
});

test('words are of amounts that can be charged', () => {
  expect(() => amountInWords(cents(-1))).toThrow(RangeError);
  expect(() => amountInWords(cents(100_000_000_000))).toThrow(RangeError);
});
