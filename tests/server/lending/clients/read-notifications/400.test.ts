import { expect, test } from 'vitest';
import { readNotifications } from '#api/endpoints/clients/read-notifications.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  ['nothing to read', { ids: [] }, ['ids.too_short']],
  ['an id that is none', { ids: ['1'] }, ['ids.0.invalid']],
  ['not all of them', { all: false }, ['all.not_allowed']],
])('%s is refused', async (_, body, expected) => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, readNotifications, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, expected]);
});
