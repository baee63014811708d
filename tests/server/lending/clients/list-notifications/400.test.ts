import { expect, test } from 'vitest';
import { listNotifications } from '#api/endpoints/clients/list-notifications.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  ['a cursor that is none', { cursor: "' or 1=1" }, 'cursor.invalid'],
  ['something nobody asked for', { page: '2' }, 'page.unknown'],
])('%s is refused', async (_, query, expected) => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, listNotifications, { headers, query: query as Record<string, string> });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [expected]]);
});
