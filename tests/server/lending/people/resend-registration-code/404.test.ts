import { expect, test } from 'vitest';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { begin, proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();
const resend = async (id: string) =>
  (await callEndpoint(lending, resendRegistrationCode, { params: { id }, body: { channel: 'SMS' } })).status;

test('a registration that never was, was proven, or was left half an hour ago takes no other code', async () => {
  const [done, left] = [await proven(lending), await begin(lending)];
  lending.clock.pass({ minutes: 30 });
  for (const id of ['x', '01890000-0000-7000-8000-000000000000', done.id, left.id]) expect(await resend(id)).toBe(404);
});
