import { expect, test } from 'vitest';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
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

test('on a day without a cap none is quoted, and the options say so', async () => {
  const { headers } = await aClientOn(loans, '2026-02-14');
  await setTheCap(loans.db, '2026-02-01', undefined);
  const answer = await callEndpoint(loans, makeExtensionQuote, { headers, body: { term: 14 } });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'parameter_missing' } }]);
  const options = acceptedBody(await callEndpoint(loans, getExtensionOptions, { headers }));
  expect(options).toMatchObject({ eligible: false, reason: 'parameter_missing', options: [] });
});
