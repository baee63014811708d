import { describe, expect, test } from 'vitest';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aDebtor, type Debtor, payByCard, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

describe('200', () => {
  const list = async ({ headers }: Debtor, query: Record<string, string> = {}) =>
    acceptedBody(await callEndpoint(payments, listPayments, { headers, query }));

  test('a client sees their own payments, newest first, and what each paid', async () => {
    const [debtor, other] = [await aDebtor(payments), await aDebtor(payments)];
    await startPayment(payments, other, { purpose: 'PAYOFF', method: 'MANUAL' });
    const paid = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
    payments.clock.pass({ seconds: 1 });
    const waiting = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 60, method: 'MANUAL' });
    const { payments: mine, nextCursor } = await list(debtor);
    expect(mine.map(({ id }) => id)).toEqual([waiting.id, paid.id]);
    expect(mine[1]?.allocation).toEqual(paid.allocation);
    expect(nextCursor).toBeNull();
  });

  test('a loan that is not theirs has no payments', async () => {
    const [debtor, other] = [await aDebtor(payments), await aDebtor(payments)];
    await startPayment(payments, other, { purpose: 'PAYOFF', method: 'MANUAL' });
    expect(await list(debtor, { loan: other.number })).toEqual({ payments: [], nextCursor: null });
    expect((await list(other, { loan: other.number })).payments).toHaveLength(1);
  });

  test('more than twenty come in pages that neither repeat nor leave out', async () => {
    const debtor = await aDebtor(payments);
    for (let k = 1; k <= 23; k += 1) {
      await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: k, method: 'MANUAL' });
    }
    const first = await list(debtor);
    const second = await list(debtor, { cursor: first.nextCursor ?? '' });
    const amounts = [...first.payments, ...second.payments].map(({ amount }) => amount);
    expect(first.payments).toHaveLength(20);
    expect(amounts.sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, k) => k + 1));
    expect(second.nextCursor).toBeNull();
  });
});

describe('400', () => {
  test('what is not a cursor or not a loan number is refused', async () => {
    const { headers } = await aDebtor(payments);
    const answer = await callEndpoint(payments, listPayments, { headers, query: { cursor: '1', loan: 'x' } });
    expect(answer.status).toBe(400);
    expect(fieldCodes(answer).sort()).toEqual(['cursor.invalid', 'loan.invalid']);
  });
});
