import { expect, test } from 'vitest';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('an address that cannot be a registration is not there', async () => {
  const answer = await callEndpoint(lending, verifyRegistration, { params: { id: 'x' }, body: { code: '123456' } });
  expect(answer.status).toBe(404);
});
