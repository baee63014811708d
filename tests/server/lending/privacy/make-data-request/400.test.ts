import { expect, test } from 'vitest';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  [{ detail: 'Quiero saber qué datos tienen.' }, ['type.required']],
  [{ type: 'ACCESS' }, ['detail.required']],
  [{ type: 'ACCESS', detail: 'todo' }, ['detail.too_short']],
])('%j cannot be asked', async (body, codes) => {
  const { headers } = await aBorrower(lending, { stepUp: ['data-request'] });
  const answer = await callEndpoint(lending, makeDataRequest, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
});
