import { expect, test } from 'vitest';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('who holds somebody’s open session cannot guess their password', async () => {
  const { headers } = await aClient(lending, { session: 'full', stepUp: ['change-password'] });
  const statuses = [];
  for (let n = 0; n < 7; n++) {
    const body = { currentPassword: `adivino ${n}`, newPassword: 'el puente cruza cuatro ríos' };
    statuses.push((await callEndpoint(lending, changePassword, { body, headers: { ...headers } })).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
});
