import { expect, test } from 'vitest';
import { getTopUpOffer } from '#api/endpoints/arrangements/get-top-up-offer.ts';
import { TOP_UP_EXAMPLE } from '#api/top-up-body.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('S/ 200 on day 10 of EX1 cost 214,66, and the loan 787,69 (domain 3.8)', {
  tags: ['spec-3.14', 'spec-7.9'],
}, async () => {
  const { headers } = await aToppableClient(loans);
  expect(acceptedBody(await callEndpoint(loans, getTopUpOffer, { headers, query: { amount: '200' } }))).toEqual({
    offerId: expect.stringMatching(/^[\w-]{22}$/),
    principalRequested: 200,
    fees: { interestFee: { net: 8.42 }, adminFee: { net: 4 } },
    totalFeesVat: 2.24,
    topUpTotal: 214.66,
    dueDate: '2026-02-14',
    tcea: 377.24,
    loanTotalAfter: 787.69,
    loanTerms: TOP_UP_EXAMPLE.offer.loanTerms,
  });
});
