import { expect, test } from 'vitest';
import { getWhatIf } from '#api/endpoints/loans/get-what-if.ts';
import { visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const ask = ({ headers }: Debtor, number: string, query: { lateDays?: string; prepay?: string }) =>
  visibleAnswer(payments, getWhatIf, { params: { number }, query, headers });

test.each([{}, { lateDays: '5' }, { prepay: '100' }, { lateDays: '0' }])(
  'the ways of another client’s loan are nobody’s business, %j: it is not there, byte for byte',
  async (query) => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const nobodys = await ask(one, 'P-2026-9999999', query);
    expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
    expect(await ask(one, other.number, query)).toEqual(nobodys);
    expect((await ask(other, other.number, query)).status).not.toBe(404);
  },
);
