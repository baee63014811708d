import { test as base, describe, expect } from 'vitest';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { getTopUpOffer } from '#api/endpoints/arrangements/get-top-up-offer.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { readChain } from '#server/lending/loans/store/ledger-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();
const test = base.extend('client', () => aToppableClient(loans));
const ask = ({ headers }: ClientWithLoan, principal = 200, more: Record<string, string> = {}) =>
  callEndpoint(loans, requestTopUp, { headers: { ...headers, ...more }, body: { principal } });
const requestsOf = ({ loan }: ClientWithLoan) =>
  loans.db.kysely
    .selectFrom('top_up')
    .select(['status', 'principal'])
    .where('loan_id', '=', loan.id)
    .orderBy('status')
    .execute();

test('a top-up that was asked for waits a day for the signature, and moves no money', {
  tags: 'spec-7.10',
}, async ({ client }) => {
  const before = await readChain(loans.db.kysely, client.loan.id);
  const answer = await ask(client);
  expect([answer.status, acceptedBody(answer)]).toMatchObject([
    201,
    {
      topUp: { status: 'ORIGINATED', offer: { topUpTotal: 214.66 }, expiresAt: '2026-01-26T17:00:00.000Z' },
      nextScreen: { name: 'application-offer-topup' },
    },
  ]);
  expect(await readChain(loans.db.kysely, client.loan.id)).toEqual(before);
  const waiting = acceptedBody(await callEndpoint(loans, getTopUp, { headers: client.headers }));
  expect(waiting.topUp).toEqual(acceptedBody(answer).topUp);
});

describe('the same request again', () => {
  test('with its key is answered what it was answered', async ({ client }) => {
    const key = { 'Idempotency-Key': 'top-up-key-0001' };
    const [first, again] = [await ask(client, 200, key), await ask(client, 200, key)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await requestsOf(client)).toHaveLength(1);
  });

  test('without a key finds the one that waits', async ({ client }) => {
    await Promise.all([ask(client), ask(client), ask(client)]);
    expect(await requestsOf(client)).toEqual([{ status: 'ORIGINATED', principal: 20_000 }]);
  });
});

test('another amount replaces the one that waits, and is the one that is signed', async ({ client }) => {
  const { headers } = client;
  await ask(client, 300);
  expect(acceptedBody(await callEndpoint(loans, getTopUpOffer, { headers, query: { amount: '200' } }))).toMatchObject({
    topUpTotal: 214.66,
  });
  expect((await ask(client, 200)).status).toBe(201);
  expect(await requestsOf(client)).toEqual([
    { status: 'DECLINED', principal: 30_000 },
    { status: 'ORIGINATED', principal: 20_000 },
  ]);
  expect((await ask(client, 5000)).status).toBe(400);
  acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
  expect(await requestsOf(client)).toEqual([
    { status: 'DECLINED', principal: 30_000 },
    { status: 'SIGNED', principal: 20_000 },
  ]);
});

test('one that waited too long makes room for another', async ({ client }) => {
  await ask(client);
  loans.clock.pass({ hours: 24 });
  expect((await ask(client, 100)).status).toBe(201);
  expect(await requestsOf(client)).toEqual([
    { status: 'EXPIRED', principal: 20_000 },
    { status: 'ORIGINATED', principal: 10_000 },
  ]);
});
