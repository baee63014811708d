import { expect, test } from 'vitest';
import { getTopUpOffer } from '#api/endpoints/arrangements/get-top-up-offer.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  ['0', 'amount.out_of_range'],
  ['49', 'amount.out_of_range'],
  ['350', 'amount.out_of_range'],
  ['120', 'amount.step'],
  ['199.99', 'amount.step'],
  ['-200', 'amount.invalid'],
  ['2e2', 'amount.invalid'],
  ['', 'amount.invalid'],
])('%s soles are refused: %s', { tags: 'spec-5.7' }, async (amount, code) => {
  const { headers } = await aToppableClient(loans);
  const answer = await callEndpoint(loans, getTopUpOffer, { headers, query: { amount } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});

test('without an amount there is nothing to price', async () => {
  const { headers } = await aToppableClient(loans);
  const answer = await callEndpoint(loans, getTopUpOffer, { headers });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['amount.required']]);
});
