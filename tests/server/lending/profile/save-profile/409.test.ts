import { expect, test } from 'vitest';
import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('what was changed in another browser meanwhile is not written over', async () => {
  const { headers } = await aBorrower(lending);
  const save = (payday: number) =>
    callEndpoint(lending, saveProfile, { headers: { ...headers, 'If-Match': '"1"' }, body: { payday } });
  expect((await save(15)).status).toBe(200);
  const late = await save(30);
  expect([late.status, late.body]).toMatchObject([409, { error: { code: 'stale_version' } }]);
});
