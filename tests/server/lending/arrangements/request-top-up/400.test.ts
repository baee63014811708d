import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  [{ principal: 350 }, 'principal.out_of_range'],
  [{ principal: 0 }, 'principal.out_of_range'],
  [{ principal: -50 }, 'principal.out_of_range'],
  [{ principal: 130 }, 'principal.step'],
  [{ principal: 100.001 }, 'principal.invalid'],
  [{ principal: '200' }, 'principal.invalid'],
  [{}, 'principal.required'],
])('%j is refused: %s', async (body, code) => {
  const { headers } = await aToppableClient(loans);
  const answer = await callEndpoint(loans, requestTopUp, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
