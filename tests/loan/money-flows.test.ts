import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { flowsSoFar } from '#loan/money-flows.ts';
import { ADMIN_FEE, date, EX1, having, on, paid } from '#tests/support/loan/loans.ts';

test('what was paid counts for the cost, what was lent or sent back against it, by days from the value date', () => {
  const lent = { kind: 'tranche', id: 't', date: date('2026-01-25'), principalCents: cents(20_000), fees: [ADMIN_FEE] };
  const back = { kind: 'refund', id: 'r', date: date('2026-01-26'), amountCents: cents(1000) };
  const loan = having(EX1, paid('2026-01-23', 200), lent as never, back as never);
  expect(flowsSoFar(loan.facts, on(loan, '2026-01-26'))).toEqual([
    { days: 8, amountCents: 20_000 },
    { days: 10, amountCents: -20_000 },
    { days: 11, amountCents: -1000 },
  ]);
  expect(flowsSoFar(loan.facts, on(loan, '2026-01-24'))).toHaveLength(1);
});

test('money that was taken back, and what is not money, are left out', () => {
  const taken = { ...paid('2026-01-23', 200), reversedOn: date('2026-01-24') };
  const loan = having(EX1, taken);
  expect(flowsSoFar(loan.facts, on(loan, '2026-01-25'))).toEqual([]);
});
