import { expect, test } from 'vitest';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import type { TopUpBody } from '#api/top-up-body.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

async function isRefused(headers: Record<string, string>, code = 'not_available') {
  const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code } }]);
}

test('nobody can sign what was not asked for', async () => {
  await isRefused((await aBorrower(loans, { stepUp: 'everything' })).headers);
  await isRefused((await aToppableClient(loans)).headers);
});

test.each([
  ['below its price', '90.00', 'rate_cap_changed'],
  ['that nobody has loaded', undefined, 'parameter_missing'],
])('what was asked for before a cap %s is not signed, and no money is ordered', async (_, percent, code) => {
  const client = await aToppableClient(loans);
  const { headers } = client;
  await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  await setTheCap(loans.db, '2026-01-25', percent);
  expect(acceptedBody(await callEndpoint(loans, getTopUp, { headers }))).toMatchObject({
    topUp: { status: 'ORIGINATED', offer: { topUpTotal: 214.66 } },
  });
  await isRefused(headers, code);
  expect(await readOrders(loans.db.kysely, client.loan.id)).toHaveLength(1);
});

test('a loan that was paid off meanwhile takes no top-up any more', async () => {
  const client = await aToppableClient(loans);
  await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
  await pay(loans, client.loan.id, 573.03);
  await isRefused(client.headers);
});

test('what was asked for on the last possible day cannot be signed the day after', async () => {
  const client = await aClientOn(loans, '2026-02-09');
  await trusted(loans, client.personId);
  const asked = await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
  expect(asked.status).toBe(201);
  loans.clock.moveTo('2026-02-10');
  loans.clock.pass({ hours: -1 });
  await isRefused(client.headers);
});

test.each([
  [
    'a night later',
    async () => {
      loans.clock.moveTo('2026-01-26');
      loans.clock.pass({ hours: -1 });
    },
  ],
  ['after a payment', async (id: string) => pay(loans, id, 100)],
])(
  'what it costs %s is not what was shown: it is not signed, the new figures come back, and can be',
  async (_, happens) => {
    const { headers, loan } = await aToppableClient(loans);
    const { topUp: shown } = acceptedBody(
      await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } }),
    );
    await happens(loan.id);
    const sign = (offerId: string) => callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true, offerId } });
    const answer = await sign(shown.offer.offerId);
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'balance_changed' } }]);
    expect(await readOrders(loans.db.kysely, loan.id)).toHaveLength(1);
    const { current } = (answer.body as { error: { current: TopUpBody } }).error;
    expect(current.offer).not.toEqual(shown.offer);
    expect(acceptedBody(await callEndpoint(loans, getTopUp, { headers })).topUp).toEqual(current);
    const signed = acceptedBody(await sign(current.offer.offerId));
    expect(signed.topUp.offer).toEqual(current.offer);
  },
);
