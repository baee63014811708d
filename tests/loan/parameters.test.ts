import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type DatedParameter, parameterFlaws, parameterOn } from '#loan/parameters.ts';
import { payoffCents } from '#loan/payoff.ts';
import { disbursed, on, termsOf } from '#tests/support/loan/loans.ts';
import { RUNS, SINGLE_PAY } from '#tests/support/loan/products.ts';

function cap(value: number, from: string, to: string | null, key = ''): DatedParameter<number> {
  return {
    kind: 'rate_cap',
    key,
    value,
    validFrom: calendarDate(from),
    validTo: to === null ? null : calendarDate(to),
  };
}

/** The caps published by the central bank that the domain names. */
const CAPS = [cap(112.98, '2024-11-01', '2025-04-30'), cap(113.16, '2025-11-01', '2026-04-30')];

describe('the figure in force', () => {
  test.each([
    ['2025-10-31', undefined],
    ['2025-11-01', 113.16],
    ['2026-04-30', 113.16],
    ['2026-05-01', undefined],
    ['2024-12-24', 112.98],
  ])('on %s the cap is %s', (day, value) => {
    const choice = parameterOn(CAPS, 'rate_cap', '', calendarDate(day));
    expect(choice.kind === 'found' ? choice.parameter.value : choice.reason).toBe(value ?? 'parameter-missing');
  });

  test('one without an end runs until further notice', () => {
    const choice = parameterOn([cap(120, '2026-05-01', null)], 'rate_cap', '', calendarDate('2039-01-01'));
    expect(choice).toMatchObject({ kind: 'found', parameter: { value: 120 } });
  });

  test('two at once are refused, not chosen from', () => {
    const rows = [...CAPS, cap(110, '2026-01-10', '2026-01-20')];
    expect(parameterOn(rows, 'rate_cap', '', calendarDate('2026-01-15'))).toEqual({
      kind: 'refused',
      reason: 'parameters-overlap',
    });
    expect(parameterOn(rows, 'rate_cap', '', calendarDate('2026-01-21')).kind).toBe('found');
  });

  test('another key is another figure', () => {
    const rows = [cap(1, '2026-01-01', null, 'a'), cap(2, '2026-01-01', null, 'b')];
    expect(parameterOn(rows, 'rate_cap', 'b', calendarDate('2026-01-15'))).toMatchObject({ parameter: { value: 2 } });
  });
});

describe('the flaws of a table', () => {
  test('none in the published caps', () => {
    expect(parameterFlaws(CAPS)).toEqual([]);
  });

  test('an overlap, also with one that never ends, and one that ends before it starts', () => {
    const endless = cap(1, '2026-01-01', null);
    const later = cap(2, '2026-06-01', null);
    const backwards = cap(3, '2026-02-01', '2026-01-01', 'other');
    expect(parameterFlaws([later, backwards, endless])).toEqual([
      { kind: 'ends-before-it-starts', parameter: backwards },
      { kind: 'overlap', first: endless, second: later },
    ]);
  });

  test('a table without flaws never answers with two figures', () => {
    const spans = fc.array(fc.tuple(fc.nat(300), fc.nat(40)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(spans, fc.nat(360), (raw, probe) => {
        const day = (n: number): CalendarDate => addDays(calendarDate('2026-01-01'), n);
        const rows = raw.map(([from, length], k) => cap(k, day(from), day(from + length)));
        const choice = parameterOn(rows, 'rate_cap', '', day(probe));
        const covering = raw.filter(([from, length]) => from <= probe && probe <= from + length).length;
        expect(choice.kind === 'found').toBe(covering === 1);
        if (parameterFlaws(rows).length === 0) expect(covering).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });
});

test('a figure that changes later never reaches a loan that was signed (P28)', () => {
  const loan = disbursed(termsOf(SINGLE_PAY, 500, 30));
  const before = payoffCents(on(loan, '2026-03-20'));
  const dearer = { ...SINGLE_PAY, pricing: { ...SINGLE_PAY.pricing, teaPercent: 113, igvPercent: 19, fees: [] } };
  expect(payoffCents(on(disbursed(termsOf(dearer, 500, 30)), '2026-03-20'))).not.toBe(before);
  expect(payoffCents(on(loan, '2026-03-20'))).toBe(before);
});
