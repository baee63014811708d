import { describe, expect, test } from 'vitest';
import { centsTyped, solesTyped } from '#api/field-rules/amount.ts';

describe('money as people type it', () => {
  test.each([
    ['1500', 150_000],
    ['1.500', 150_000],
    ['1,500', 150_000],
    ['S/ 1500', 150_000],
    ['s/. 1 500', 150_000],
    ['PEN 1500', 150_000],
    ["1'500", 150_000],
    ['1.500,50', 150_050],
    ['1,500.50', 150_050],
    ['1500.5', 150_050],
    ['1500,05', 150_005],
    ['12.345.678', 1_234_567_800],
    ['1.234.567,89', 123_456_789],
    ["1'500,000.50", 150_000_050],
    ['1 500 000', 150_000_000],
    ['0', 0],
    ["12'50", undefined],
    ["1'5", undefined],
    ['100 50', undefined],
    ['1000 200', undefined],
    ['1\n500', undefined],
    ['1.5 00', undefined],
    ['', undefined],
    ['mil', undefined],
    ['1.50.000', undefined],
    ['1.5000', undefined],
    ['1,500,50', undefined],
    ['1.500.50', undefined],
    ['-100', undefined],
    ['1e3', undefined],
    ['1.500,505', undefined],
    ['99999999999999999999', undefined],
    ['∞', undefined],
    ['0x10', undefined],
  ])('%j is %s céntimos', (typed, cents) => {
    expect(centsTyped(typed)).toBe(cents);
  });

  test.each([
    ['S/ 1.500', 1500],
    ['1.500,00', 1500],
    ['1.500,50', undefined],
  ])('%j is %s whole soles', (typed, soles) => {
    expect(solesTyped(typed)).toBe(soles);
  });
});
