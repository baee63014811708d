import { describe, expect, test } from 'vitest';
import { getWhatIf } from '#api/endpoints/loans/get-what-if.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { acceptedBody, callEndpoint, fieldCodes, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

describe('200', () => {
  const ask = async ({ number, headers }: Debtor, query: { lateDays?: string; prepay?: string } = {}) =>
    acceptedBody(await callEndpoint(payments, getWhatIf, { params: { number }, headers, query }));

  test('EX1 on its twelfth day: every way cheapest first, held against paying on time', async () => {
    const debtor = await aDebtor(payments);
    payments.clock.moveTo('2026-01-27');
    const found = await ask(debtor);
    expect(found).toMatchObject({ date: '2026-01-27', principal: 500, comparedTo: 'on-time' });
    expect(found.scenarios[0]).toMatchObject({ kind: 'today', total: 534.59, cost: 34.59, difference: -38.44 });
    expect(found.scenarios.find(({ kind }) => kind === 'late')).toMatchObject({ days: 10, total: 587.49 });
    expect(found.scenarios.filter(({ kind }) => kind === 'extend').map(({ days }) => days)).toEqual([7, 14, 30]);
    const totals = found.scenarios.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    const total = (terms: (typeof found.scenarios)[number]['terms']) =>
      Math.round(terms.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
    for (const scenario of found.scenarios) {
      expect([total(scenario.terms), total(scenario.nowTerms)]).toEqual([scenario.total, scenario.now]);
    }
  });

  test('paying today costs what the payoff quote says', async () => {
    const debtor = await aDebtor(payments);
    payments.clock.moveTo('2026-02-24');
    const { number, headers } = debtor;
    const quote = acceptedBody(
      await callEndpoint(payments, getPayoffQuote, { params: { number }, headers, query: {} }),
    );
    const found = await ask(debtor);
    expect(found.comparedTo).toBe('today');
    expect(found.scenarios.find(({ kind }) => kind === 'today')?.total).toBe(quote.total);
  });

  test('another amount and other days are compared instead', async () => {
    const debtor = await aDebtor(payments);
    payments.clock.moveTo('2026-01-27');
    const found = await ask(debtor, { lateDays: '1', prepay: '100' });
    expect(found.scenarios.find(({ kind }) => kind === 'prepay')?.now).toBe(100);
    expect(found.scenarios.find(({ kind }) => kind === 'late')).toMatchObject({ days: 1 });
  });

  test('of a paid loan nothing is compared', async () => {
    const debtor = await aDebtor(payments);
    await pay(payments.loans, debtor.loan.id, 509.44);
    expect(await ask(debtor)).toMatchObject({ scenarios: [], prepay: null });
  });
});

describe('400', () => {
  test.each([
    [{ lateDays: '0' }, 'lateDays.out_of_range'],
    [{ lateDays: '31' }, 'lateDays.out_of_range'],
    [{ lateDays: 'soon' }, 'lateDays.invalid'],
    [{ prepay: '0.5' }, 'prepay.out_of_range'],
    [{ prepay: '5000' }, 'prepay.out_of_range'],
    [{ prepay: '1,5' }, 'prepay.invalid'],
  ])('nothing is compared with %o', async (query, code) => {
    const { number, headers } = await aDebtor(payments);
    const answer = await callEndpoint(payments, getWhatIf, { params: { number }, headers, query });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('404', () => {
  const ask = ({ headers }: Debtor, number: string, query: { lateDays?: string; prepay?: string }) =>
    visibleAnswer(payments, getWhatIf, { params: { number }, query, headers });

  test.each([{}, { lateDays: '5' }, { prepay: '100' }, { lateDays: '0' }])(
    'the ways of another client’s loan are private, %j: it is not there, byte for byte',
    async (query) => {
      const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
      const absent = await ask(one, 'P-2026-9999999', query);
      expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
      expect(await ask(one, other.number, query)).toEqual(absent);
      expect((await ask(other, other.number, query)).status).not.toBe(404);
    },
  );
});
