import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('who has never applied has no application', async () => {
  const { headers } = await aBorrower(lending);
  expect((await callEndpoint(lending, getApplication, { headers })).status).toBe(404);
});
