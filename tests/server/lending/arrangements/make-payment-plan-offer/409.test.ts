import { expect, test } from 'vitest';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();
const body = { numberOfPayments: 3, firstPaymentDate: '2026-01-22' };

test('a loan in order gets no plan, and who has no loan neither', async () => {
  const client = await aClientOn(loans, '2026-01-20');
  for (const { headers } of [client, await aBorrower(loans)]) {
    const answer = await callEndpoint(loans, makePaymentPlanOffer, { headers, body });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
  }
});
