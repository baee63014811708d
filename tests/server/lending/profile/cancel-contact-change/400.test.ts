import { expect, test } from 'vitest';
import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('only what can wait can be taken back', async () => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, cancelContactChange, { headers, body: { kind: 'PASSWORD' } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['kind.not_allowed']]);
});
