import { describe, expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();
const THREE = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
const confirm = (headers: Record<string, string>, body: object = THREE) =>
  callEndpoint(loans, confirmPaymentPlan, { headers, body });

describe('a balance that is another by now', () => {
  test('is refused with the new offer, which can then be confirmed', async () => {
    const { headers, loan } = await aClientOn(loans, '2026-02-24');
    const seen = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers, body: THREE }));
    await pay(loans, loan.id, 100);
    const answer = await confirm(headers, { ...THREE, offerId: seen.offerId });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: { code: 'balance_changed', current: { request: { numberOfPayments: 3 }, validUntil: '2026-02-24' } } },
    ]);
    const { current } = (answer.body as { error: { current: { offerId: string; total: number } } }).error;
    // The payment also paid the moratory 2,18, which the plan would have left out.
    expect(current.total).toBe(487.49);
    expect((await confirm(headers, { ...THREE, offerId: current.offerId })).status).toBe(200);
  });

  test('a night later it has grown, and the offer of yesterday is refused', async () => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    const seen = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers, body: THREE }));
    loans.clock.moveTo('2026-02-25');
    const answer = await confirm(headers, { ...THREE, offerId: seen.offerId });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'balance_changed' } }]);
  });
});

describe('who may not have a plan', () => {
  const notEligible = [409, { error: { code: 'not_eligible' } }];

  test('a client without a loan, and one whose loan is in order', async () => {
    const client = await aClientOn(loans, '2026-01-20');
    for (const { headers } of [client, await aBorrower(loans, { stepUp: 'everything' })]) {
      const answer = await confirm(headers);
      expect([answer.status, answer.body]).toMatchObject(notEligible);
    }
  });

  test('a client who has one, and wants another', async () => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    acceptedBody(await confirm(headers));
    const answer = await confirm(headers, { ...THREE, numberOfPayments: 2 });
    expect([answer.status, answer.body]).toMatchObject(notEligible);
  });

  test('a client who has broken two within a year', async () => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    acceptedBody(await confirm(headers));
    await closeThrough(loans, '2026-03-24');
    acceptedBody(await confirm(headers, { ...THREE, firstPaymentDate: '2026-03-27' }));
    await closeThrough(loans, '2026-04-25');
    const answer = await confirm(headers, { ...THREE, firstPaymentDate: '2026-04-27' });
    expect([answer.status, answer.body]).toMatchObject(notEligible);
  });
});
