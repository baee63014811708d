import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, stored } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

const refused = [409, { error: { code: 'not_eligible' } }];
const ask = async (headers: Readonly<Record<string, string>>) => {
  const { status, body } = await callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });
  return [status, body];
};

test('a client without a loan, or before payout, is refused', async () => {
  const [without, signed] = [
    await aBorrower(loans, { stepUp: 'everything' }),
    await aBorrower(loans, { stepUp: 'everything' }),
  ];
  await anOriginatedLoan(loans, undefined, signed.personId);
  for (const { headers } of [without, signed]) expect(await ask(headers)).toMatchObject(refused);
});

test.each([
  ['in order', '2026-02-10'],
  ['hardly late', '2026-02-24'],
])('a client %s is refused', async (_, date) => {
  const { headers } = await aClientOn(loans, date);
  expect(await ask(headers)).toMatchObject(refused);
});

test('a client on it since yesterday is refused', async () => {
  const { headers } = await aClientOn(loans, '2026-03-02');
  expect(await ask(headers)).toMatchObject([200, {}]);
  loans.clock.moveTo('2026-03-03');
  expect(await ask(headers)).toMatchObject(refused);
});

test('who gets no flex pay keeps the top-up that waits for a signature', async () => {
  const { headers, loan } = await aToppableClient(loans);
  expect((await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } })).status).toBe(201);
  expect(await ask(headers)).toMatchObject(refused);
  expect((await stored(loans, loan.id)).loan.topUp?.status).toBe('ORIGINATED');
});
