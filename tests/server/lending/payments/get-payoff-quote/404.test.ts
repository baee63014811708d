import { expect, test } from 'vitest';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const ask = ({ headers }: Debtor, number: string, query: Record<string, string> = {}) =>
  visibleAnswer(payments, getPayoffQuote, { params: { number }, query, headers });

test.each([{}, { date: '2026-02-14' }, { date: '2026-01-14' }, { date: '2099-12-31' }])(
  'what another client owes is nobody’s business, %j: their loan is not there, byte for byte',
  async (query) => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const nobodys = await ask(one, 'P-2026-9999999', query);
    expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
    expect(await ask(one, other.number, query)).toEqual(nobodys);
    expect((await ask(other, other.number, query)).status).not.toBe(404);
  },
);
