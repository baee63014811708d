import { expect, test } from 'vitest';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

test('who has no loan, none that was paid out, or is too late gets no quote', async () => {
  const signed = await aBorrower(loans);
  await anOriginatedLoan(loans, undefined, signed.personId);
  for (const { headers } of [await aBorrower(loans), signed, await aClientOn(loans, '2026-03-02')]) {
    const answer = await callEndpoint(loans, makeExtensionQuote, { headers, body: { term: 14 } });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
  }
});
