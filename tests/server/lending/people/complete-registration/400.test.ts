import { expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { PASSWORD } from '#tests/support/people/client.ts';
import { proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();

test('a password everybody tries first, or that says whose it is, is not taken; another one may be tried', async () => {
  const { id, token, visitor } = await proven(lending);
  const complete = (password: string) =>
    callEndpoint(lending, completeRegistration, { params: { id }, body: { registrationToken: token, password } });
  for (const [password, code] of [
    ['corta', 'too_short'],
    ['x'.repeat(129), 'too_long'],
    ['1234567890', 'not_allowed'],
    ['QwertyUiop', 'not_allowed'],
    ['ñññññññññññ', 'not_allowed'],
    [`clave ${visitor.documentNumber} mía`, 'not_allowed'],
    [`mi ${visitor.phone} clave`, 'not_allowed'],
  ] as const) {
    expect(fieldCodes(await complete(password)), password).toEqual([`password.${code}`]);
  }
  expect((await complete(PASSWORD)).status).toBe(201);
});
