import { describe, expect, test } from 'vitest';
import { sum } from '#loan/money.ts';
import { outstandingCents, remainingRows } from '#loan/remaining-schedule.ts';
import { flex, offered, plan } from '#tests/support/arrangements/arrangements.ts';
import { EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';

const into = { kind: 'arrangement' } as const;

describe('what is left to pay', () => {
  test('EX2 after its first instalment: the five others, as the contract has them', () => {
    const rows = remainingRows(on(having(EX2, paid('2026-02-15', 635.63)), '2026-02-15'));
    expect(rows.map(({ number, dueDate }) => `${number} ${dueDate}`)[0]).toBe('2 2026-03-15');
    expect(rows).toHaveLength(5);
  });

  test('EX1 on a plan of two: the plan’s payments on its dates, without the moratory interest it forgives', () => {
    const standing = on(having(EX1, plan), '2026-02-24');
    const rows = remainingRows(standing);
    expect(rows.map(({ dueDate, totalCents }) => [dueDate, totalCents])).toEqual(
      offered.payments.map(({ dueDate, amount }) => [dueDate, amount.totalCents]),
    );
    expect(rows.map(({ moratoryCents }) => moratoryCents)).toEqual([0, 0]);
    expect(sum(...rows.map(({ totalCents }) => totalCents))).toBe(outstandingCents(standing));
  });

  test('EX1 on flex pay with 40,00 paid: what each month still needs, and nothing on the old due date', () => {
    const rows = remainingRows(on(having(EX1, flex, paid('2026-03-10', 40, into)), '2026-03-10'));
    expect(rows[0]).toMatchObject({ number: 1, dueDate: '2026-04-01', totalCents: 5939 });
    expect(rows).toHaveLength(6);
    expect(sum(...rows.map(({ totalCents }) => totalCents))).toBe(59_630 - 4000);
  });

  test('each row is the sum of its parts', () => {
    for (const row of remainingRows(on(having(EX1, flex), '2026-03-10'))) {
      const { principalCents, interestCents, feesCents, vatCents, moratoryCents, totalCents } = row;
      expect(sum(principalCents, interestCents, feesCents, vatCents, moratoryCents)).toBe(totalCents);
    }
  });
});
