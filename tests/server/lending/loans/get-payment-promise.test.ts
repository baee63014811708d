import { describe, expect, test } from 'vitest';
import { getPaymentPromise } from '#api/endpoints/loans/get-payment-promise.ts';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();
const LATE = '2026-02-24';

type Asker = { readonly headers: Record<string, string> };
const read = async ({ headers }: Asker) => acceptedBody(await callEndpoint(loans, getPaymentPromise, { headers }));

describe('200', () => {
  test('a late loan: what may be promised, also in a browser that is only remembered', async () => {
    const { personId } = await aClientOn(loans, LATE);
    expect(await read(await signIn(loans, personId, 'basic'))).toEqual({
      promise: null,
      range: { min: 97.91, max: 609.7, from: LATE, until: '2026-03-11' },
      needsPerson: false,
    });
  });

  test('the promise to the end of its day; the day after, what may be promised then', async () => {
    const client = await aClientOn(loans, LATE);
    const body = { amount: 150, date: '2026-02-25' };
    await callEndpoint(loans, makePaymentPromise, { headers: client.headers, body });
    loans.clock.moveTo('2026-02-25');
    const { headers } = await signIn(loans, client.personId, 'basic');
    expect(await read({ headers })).toEqual({ promise: body, range: null, needsPerson: false });
    loans.clock.moveTo('2026-02-26');
    expect(await read({ headers })).toMatchObject({ promise: null, range: { from: '2026-02-26' } });
  });

  test('after two promises that were not kept it takes a person, before the day of the second is closed too', async () => {
    const client = await aClientOn(loans, LATE);
    const promise = (date: string) =>
      callEndpoint(loans, makePaymentPromise, { headers: client.headers, body: { amount: 150, date } });
    await promise('2026-02-24');
    loans.clock.moveTo('2026-02-25');
    const { headers } = await signIn(loans, client.personId, 'basic');
    expect((await read({ headers })).needsPerson).toBe(false);
    await callEndpoint(loans, makePaymentPromise, {
      headers: (await signIn(loans, client.personId, 'full')).headers,
      body: { amount: 150, date: '2026-02-25' },
    });
    loans.clock.moveTo('2026-02-26');
    const again = await signIn(loans, client.personId, 'basic');
    expect(await read(again)).toEqual({ promise: null, range: null, needsPerson: true });
  });

  test.each([
    ['a loan in time', () => aClientOn(loans, '2026-01-20')],
    ['no loan', () => aBorrower(loans)],
  ])('%s: nothing', async (_, client) => {
    expect(await read(await client())).toEqual({ promise: null, range: null, needsPerson: false });
  });
});

test('401: without a session', async () => {
  expect((await callEndpoint(loans, getPaymentPromise, { headers: {} })).status).toBe(401);
});
