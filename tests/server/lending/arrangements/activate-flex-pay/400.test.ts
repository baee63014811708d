import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  [{ acceptTerms: false }, 'acceptTerms.not_allowed'],
  [{}, 'acceptTerms.required'],
])('%j activates nothing', async (body, code) => {
  const { headers } = await aClientOn(loans, '2026-03-02');
  const answer = await callEndpoint(loans, activateFlexPay, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
