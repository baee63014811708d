import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { tcea } from '#loan/tcea.ts';
import { forAll } from '#tests/support/for-all.ts';
import { exactExcess } from '#tests/support/loan/exact-rate.ts';
import { principal } from '#tests/support/loan/products.ts';

describe('the TCEA (Ley 29888)', () => {
  test('S/ 500 received and 573,03 paid after 30 days is 413,44 %, without IGV 305,67 %', {
    tags: 'promise-the-price-shown-to-visitors',
  }, () => {
    expect(tcea(cents(50_000), [{ days: 30, amountCents: 57_303 }])).toBe(413.44);
    expect(tcea(cents(50_000), [{ days: 30, amountCents: 57_303 - 1114 }])).toBe(305.67);
  });

  test('is 0 when nothing is charged', () => {
    expect(tcea(cents(30_000), [{ days: 15, amountCents: 30_000 }])).toBe(0);
  });

  test('is not hidden when it is enormous', () => {
    expect(tcea(cents(10_000), [{ days: 7, amountCents: 13_000 }])).toBeGreaterThan(9999.99);
  });

  test('is lower when the same money is paid later', () => {
    const at = (days: number): number => tcea(cents(50_000), [{ days, amountCents: 57_303 }]);
    expect(at(31)).toBeLessThan(at(30));
  });

  test('is the exactly rounded figure: half a hundredth lower is too little, half a hundredth higher too much', () => {
    const payment = fc.record({ gap: fc.integer({ min: 28, max: 31 }), share: fc.integer({ min: 500, max: 2500 }) });
    const payments = fc.array(payment, { minLength: 1, maxLength: 12 });
    forAll(1000, [principal, payments], (received, parts) => {
      let days = 0;
      const flows = parts.map(({ gap, share }) => {
        days += gap;
        // Together between half and two and a half times what was received.
        return { days, amountCents: Math.ceil((received * share) / 1000 / parts.length) };
      });
      const hundredths = Math.round(tcea(received, flows) * 100);
      if (hundredths > 0) expect(exactExcess(received, flows, hundredths * 10 - 5) >= 0n).toBe(true);
      expect(exactExcess(received, flows, hundredths * 10 + 5) < 0n).toBe(true);
    });
  });
});
