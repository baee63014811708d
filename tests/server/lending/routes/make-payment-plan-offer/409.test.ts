import { expect, test } from 'vitest';
import { makePaymentPlanOffer } from '#api/endpoints/make-payment-plan-offer.ts';
import { aBorrower } from '#tests/support/borrower.ts';
import { aClientOn, withClientLoans } from '#tests/support/client-loans.ts';
import { callEndpoint } from '#tests/support/lending-app.ts';

const loans = withClientLoans();
const body = { numberOfPayments: 3, firstPaymentDate: '2026-01-22' };

test('a loan in order gets no plan, and who has no loan neither', async () => {
  const client = await aClientOn(loans, '2026-01-20');
  for (const { headers } of [client, await aBorrower(loans)]) {
    const answer = await callEndpoint(loans, makePaymentPlanOffer, { headers, body });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
  }
});
