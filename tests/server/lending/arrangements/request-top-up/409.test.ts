import { expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

async function refusal(headers: Record<string, string>, principal: number) {
  const answer = await callEndpoint(loans, requestTopUp, { headers, body: { principal } });
  return [answer.status, answer.body];
}
const NOT_AVAILABLE = [409, { error: { code: 'not_available' } }];

test('whoever has no loan or no room at their level gets none', async () => {
  expect(await refusal((await aBorrower(loans)).headers, 200)).toMatchObject(NOT_AVAILABLE);
  expect(await refusal((await aClientOn(loans, '2026-01-25')).headers, 200)).toMatchObject(NOT_AVAILABLE);
});

test.each([
  ['below its price', '90.00', 'rate_cap_changed'],
  ['that is not loaded', undefined, 'parameter_missing'],
])('on a day with a cap %s none can be asked for, and none is offered', async (_, percent, code) => {
  const { headers } = await aToppableClient(loans);
  await setTheCap(loans.db, '2026-01-25', percent);
  expect(await refusal(headers, 200)).toMatchObject([409, { error: { code } }]);
  expect(acceptedBody(await callEndpoint(loans, getActiveLoan, { headers }))).toMatchObject({
    topUpAvailable: false,
    loan: { topUpOffer: null },
  });
});

test('a second one, while the bank pays one out, is refused', async () => {
  const { headers } = await aToppableClient(loans);
  await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
  expect(await refusal(headers, 100)).toMatchObject(NOT_AVAILABLE);
});
