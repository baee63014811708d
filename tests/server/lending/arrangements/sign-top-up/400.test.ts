import { expect, test } from 'vitest';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  [{ acceptTerms: false }, 'acceptTerms.not_allowed'],
  [{ acceptTerms: 'yes' }, 'acceptTerms.not_allowed'],
  [{}, 'acceptTerms.required'],
])('%j signs nothing', async (body, code) => {
  const { headers } = await aToppableClient(loans);
  const answer = await callEndpoint(loans, signTopUp, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
