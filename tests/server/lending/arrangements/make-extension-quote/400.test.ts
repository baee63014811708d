import { expect, test } from 'vitest';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  [{ term: 10 }, 'term.not_allowed'],
  [{ term: -7 }, 'term.not_allowed'],
  [{ term: 7.5 }, 'term.invalid'],
  [{}, 'term.required'],
])('%j is no term that is offered', async (body, code) => {
  const { headers } = await aClientOn(loans, '2026-02-14');
  const answer = await callEndpoint(loans, makeExtensionQuote, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
