import { expect, test } from 'vitest';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('the old password has to be right, and the new one allowed', { tags: 'asvs-6.2.3' }, async () => {
  const client = await aClient(lending, { session: 'full', stepUp: ['change-password'] });
  const change = (currentPassword: string, newPassword: string) =>
    callEndpoint(lending, changePassword, { body: { currentPassword, newPassword }, headers: { ...client.headers } });
  expect(fieldCodes(await change('no es esta', 'el puente cruza cuatro ríos'))).toEqual(['currentPassword.mismatch']);
  expect(fieldCodes(await change(PASSWORD, 'corta'))).toEqual(['newPassword.too_short']);
  expect(fieldCodes(await change(PASSWORD, `con ${client.phone.slice(3)}`))).toEqual(['newPassword.not_allowed']);
});
