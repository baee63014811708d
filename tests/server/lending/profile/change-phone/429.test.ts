import { expect, test } from 'vitest';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a telephone gets one code a minute', async () => {
  const { headers } = await aBorrower(lending, { stepUp: ['change-phone'] });
  const ask = () => callEndpoint(lending, changePhone, { headers, body: { newPhone: '912000335' } });
  expect([(await ask()).status, (await ask()).status]).toEqual([202, 429]);
  lending.clock.pass({ seconds: 61 });
  expect((await ask()).status).toBe(202);
});
