import { expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('an address that cannot be a registration is not there', async () => {
  const body = { registrationToken: 'x', password: PASSWORD };
  expect((await callEndpoint(lending, completeRegistration, { params: { id: 'x' }, body })).status).toBe(404);
});
