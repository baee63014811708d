import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

async function isRefused(headers: Record<string, string>) {
  const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_available' } }]);
}

test('nobody can sign what was not asked for', async () => {
  await isRefused((await aBorrower(loans, { stepUp: 'everything' })).headers);
  await isRefused((await aToppableClient(loans)).headers);
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
