import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, pay, stored } from '#tests/support/loans/loan-service.ts';
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

describe('with the terms that were shown', () => {
  const activate = (headers: Readonly<Record<string, string>>, offerId: string | null) =>
    callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true, offerId: String(offerId) } });
  const shown = async (headers: Readonly<Record<string, string>>) =>
    acceptedBody(await callEndpoint(loans, getFlexPay, { headers }));
  const changed = (balance: number) => [409, { error: { code: 'balance_changed', current: { balance } } }];

  test.each([
    ['a night later', async () => loans.clock.moveTo('2026-03-03'), 597.78],
    ['after a payment', async (id: string) => pay(loans, id, 100), 496.3],
  ])('those that are others %s are not agreed to: the new ones come back, and can be', async (_, happens, balance) => {
    const { headers, loan } = await aClientOn(loans, '2026-03-02');
    const { offerId } = await shown(headers);
    await happens(loan.id);
    const answer = await activate(headers, offerId);
    expect([answer.status, answer.body]).toMatchObject(changed(balance));
    expect((await stored(loans, loan.id)).loan.status).not.toBe('FLEX');
    const { current } = (answer.body as { error: { current: { offerId: string } } }).error;
    expect(current).toEqual(await shown(headers));
    expect(acceptedBody(await activate(headers, current.offerId)).loan).toMatchObject({ flex: { balance } });
  });

  test('other parameters are other terms, though the balance is the same', async () => {
    const { headers } = await aClientOn(loans, '2026-03-02');
    const { offerId } = await shown(headers);
    const value = { ...(SEED_POLICIES.flex as object), minPaymentCents: 3000 };
    await changeParameter(loans.db, { kind: 'policy', key: 'flex', from: '2026-02-01', value });
    const answer = await activate(headers, offerId);
    expect([answer.status, answer.body]).toMatchObject(changed(596.3));
  });
});
