import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { centsTyped } from '#api/field-rules/amount.ts';
import { formatAmount, formatPercent, formatSoles, formatWholeSoles, withDecimalSign } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { forAll } from '#tests/support/for-all.ts';

const anyCents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('an amount', () => {
  test.each([
    [0, '0,00'],
    [5, '0,05'],
    [50, '0,50'],
    [57_303, '573,03'],
    [99_999, '999,99'],
    [100_000, '1.000,00'],
    [123_456, '1.234,56'],
    [60_000_000, '600.000,00'],
    [100_000_000, '1.000.000,00'],
    [-123_456, '−1.234,56'],
    [-1, '−0,01'],
  ])('of %i céntimos reads %s', { tags: ['spec-2.59', 'spec-9.9'] }, (cents, text) =>
    expect(formatAmount(cents)).toBe(text),
  );

  test('in soles carries the currency, and the two never part at a line end', { tags: 'spec-9.10' }, () => {
    expect(formatSoles(57_303)).toBe('S/\u00a0573,03');
    expect(formatSoles(-57_303)).toBe('−S/\u00a0573,03');
  });

  test('stands in no text: each is filled in with the signs that the lender chose', { tags: 'spec-9.9' }, () => {
    const typed = Object.values(MESSAGES).flatMap(
      ({ es, en }) => [es, en].join(' ').match(/S\/[\s\u00a0][\d.,]*\d/g) ?? [],
    );
    // A typed one would have the signs of one lender.
    expect(typed).toEqual([]);
  });

  test('never reads −0,00', () => {
    expect(formatAmount(-0)).toBe('0,00');
    expect(formatSoles(-0)).toBe('S/\u00a00,00');
    for (let cents = -5000; cents <= 5000; cents++) {
      const zero = /^[−-]?(?:S\/\u00a0)?0,00$/.test(formatSoles(cents));
      expect(zero).toBe(cents === 0);
      expect(/[−-]/.test(formatSoles(cents))).toBe(cents < 0);
    }
  });

  test('only the bounds of what can be chosen are written in whole soles', { tags: 'spec-9.9' }, () => {
    expect(formatWholeSoles(3000)).toBe('S/\u00a03.000');
    expect(formatWholeSoles(600_000)).toBe('S/\u00a0600.000');
    const users = ['src/blocks', 'src/calculator', 'src/client-area', 'src/server'].flatMap((folder) =>
      filesUnder(folder),
    );
    expect(users.filter((file) => read(file).includes('formatWholeSoles'))).toEqual([
      'src/blocks/figures.ts',
      'src/blocks/landing-page/landing-page.astro',
      'src/blocks/pitch.astro',
      'src/blocks/rates-table/rates-table.astro',
      'src/calculator/card-view.ts',
      'src/calculator/parts/notes.ts',
      // Bounds of products and of requirements, where a colleague sets them.
      'src/server/lending/desk/figure-text.ts',
    ]);
  });
});

describe('the signs of amounts are the lender’s choice', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['comma', 'S/\u00a01.234,56', 'S/\u00a03.000', '1.413,44\u00a0%', '1234,5'],
    ['dot', 'S/\u00a01,234.56', 'S/\u00a03,000', '1,413.44\u00a0%', '1234.5'],
  ])('%s: sums, whole soles, percentages and what stands in a field', (chosen, sum, whole, percent, typed) => {
    vi.stubEnv('AMOUNT_SEPARATORS', chosen);
    expect([formatSoles(123_456), formatWholeSoles(3000), formatPercent(1413.44), withDecimalSign('1234.5')]).toEqual([
      sum,
      whole,
      percent,
      typed,
    ]);
  });

  test('what is printed with a dot can be read back, too (P31)', () => {
    vi.stubEnv('AMOUNT_SEPARATORS', 'dot');
    return forAll(20_000, [fc.nat(1_000_000_000)], (cents) => {
      expect(centsTyped(formatSoles(cents))).toBe(cents);
      expect(centsTyped(formatAmount(cents))).toBe(cents);
    });
  });

  test('nothing else writes them', () => {
    const own = filesUnder('src').filter((file) => file !== 'src/i18n/format.ts');
    expect(own.filter((file) => /replace\('\.', ','\)/.test(read(file)))).toEqual([]);
  });
});

describe('what is printed can be read back (P31)', () => {
  test('every amount to 10.000.000,00, chosen at random', () =>
    forAll(20_000, [fc.nat(1_000_000_000)], (cents) => {
      expect(centsTyped(formatAmount(cents))).toBe(cents);
      expect(centsTyped(formatSoles(cents))).toBe(cents);
    }));

  test('and a walk through all of them in even steps', () => {
    const wrong: number[] = [];
    for (let cents = 0; cents <= 1_000_000_000; cents += 9973) {
      if (centsTyped(formatSoles(cents)) !== cents) wrong.push(cents);
    }
    expect(wrong).toEqual([]);
  });

  test('two different amounts never look the same', () =>
    forAll(2000, [anyCents, anyCents], (a, b) => {
      expect(formatAmount(a) === formatAmount(b)).toBe(a === b);
    }));
});

test.each([
  [413.44, '413,44\u00a0%'],
  [0, '0,00\u00a0%'],
  [110, '110,00\u00a0%'],
  [5600.1, '5.600,10\u00a0%'],
  [1.15, '1,15\u00a0%'],
])('a rate of %s is %s', (rate, text) => expect(formatPercent(rate)).toBe(text));

test('a month is month and year', () => {
  expect(formatMonth('2026-02')).toBe('02/2026');
});

test('a date is day, month, year', { tags: 'spec-9.9' }, () => {
  expect(formatDate('2026-02-14')).toBe('14/02/2026');
  expect(formatDate('2026-12-01')).toBe('01/12/2026');
});
