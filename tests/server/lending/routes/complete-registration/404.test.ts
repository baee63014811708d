import { expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/complete-registration.ts';
import { PASSWORD } from '#tests/support/client.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending-app.ts';

const lending = withTestLending();

test('an address that cannot be a registration is not there', async () => {
  const body = { registrationToken: 'x', password: PASSWORD };
  expect((await callEndpoint(lending, completeRegistration, { params: { id: 'x' }, body })).status).toBe(404);
});
