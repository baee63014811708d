import { describe, expect, test } from 'vitest';
import { getLateLoan } from '#api/endpoints/arrangements/get-late-loan.ts';
import { getPaymentPromise } from '#api/endpoints/loans/get-payment-promise.ts';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();
const LATE = '2026-02-24';
const asked = { amount: 150, date: '2026-02-28' };

type Asker = { readonly headers: Record<string, string> };
const promise = ({ headers }: Asker, body: { amount: number; date: string } = asked) =>
  callEndpoint(loans, makePaymentPromise, { headers, body });
const late = async ({ headers }: Asker) => acceptedBody(await callEndpoint(loans, getLateLoan, { headers })).late;
const promised = async ({ headers }: Asker) => acceptedBody(await callEndpoint(loans, getPaymentPromise, { headers }));

describe('201', () => {
  test('the client says how much and until when; the screen then shows it, and what is owed stays as it is', async () => {
    const client = await aClientOn(loans, LATE);
    const { number } = client.loan.loan;
    const quote = async () =>
      acceptedBody(await callEndpoint(loans, getPayoffQuote, { ...client, params: { number }, query: {} })).total;
    const [before, owed] = [await late(client), await quote()];
    const { range } = await promised(client);
    expect(range).toMatchObject({ min: 97.91, from: LATE, until: '2026-03-11' });
    expect(range?.max).toBeGreaterThan(owed);
    expect(await promise(client)).toMatchObject({ status: 201, body: { promise: asked } });
    expect(await promised(client)).toEqual({ promise: asked, range: null, needsPerson: false });
    expect(await late(client)).toEqual(before);
    expect(await quote()).toBe(owed);
  });

  test('sent twice, it is one', async () => {
    const client = await aClientOn(loans, LATE);
    expect([(await promise(client)).status, (await promise(client)).status]).toEqual([201, 201]);
    const { id } = client.loan;
    const rows = await loans.db.kysely
      .selectFrom('payment_promise')
      .select('made_by')
      .where('loan_id', '=', id)
      .execute();
    expect(rows).toEqual([{ made_by: 'client' }]);
  });
});

describe('400', () => {
  test.each([
    ['tomorrow three weeks', { amount: 150, date: '2026-03-17' }, 'date'],
    ['yesterday', { amount: 150, date: '2026-02-23' }, 'date'],
    ['less than a sixth of what is overdue', { amount: 97.9, date: '2026-02-28' }, 'amount'],
    ['more than is owed', { amount: 900, date: '2026-02-28' }, 'amount'],
  ])('%s', async (_, body, field) => {
    const answer = await promise(await aClientOn(loans, LATE), body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { fieldErrors: [{ field, code: 'out_of_range' }] } },
    });
  });
});

describe('401', () => {
  test('without a session', async () => {
    expect((await promise({ headers: {} })).status).toBe(401);
  });
});

describe('409', () => {
  test('another while one is open', async () => {
    const client = await aClientOn(loans, LATE);
    await promise(client);
    expect(await promise(client, { ...asked, amount: 200 })).toMatchObject({
      status: 409,
      body: { error: { code: 'promise_open' } },
    });
  });

  test('after two that were not kept', async () => {
    const client = await aClientOn(loans, LATE);
    for (const day of [LATE, '2026-02-25']) {
      loans.clock.moveTo(day);
      expect((await promise(await signIn(loans, client.personId), { ...asked, date: day })).status).toBe(201);
    }
    loans.clock.moveTo('2026-02-26');
    expect(await promise(await signIn(loans, client.personId))).toMatchObject({
      status: 409,
      body: { error: { code: 'promises_broken' } },
    });
  });

  test.each([
    ['a loan in time', () => aClientOn(loans, '2026-01-20')],
    ['no loan', () => aBorrower(loans, { stepUp: 'everything' })],
  ])('%s', async (_, client) => {
    expect(await promise(await client())).toMatchObject({ status: 409, body: { error: { code: 'loan_not_late' } } });
  });
});
