import { expect, test } from 'vitest';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('payday, second telephone and language are kept, and the version counts on', async () => {
  const { headers } = await aBorrower(lending);
  const body = { payday: 15, altPhone: '987 111 222', language: 'en' };
  const saved = await callEndpoint(lending, saveProfile, { headers: { ...headers, 'If-Match': '"1"' }, body });
  expect([saved.body, saved.headers.get('etag')]).toEqual([{ version: 2 }, '"2"']);
  const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
  expect(profile).toMatchObject({ payday: 15, altPhone: '+51 9•• ••• 222', language: 'en', version: 2 });
});

test('the second telephone may be a landline with its area code, as in the application, and is shown as one', async () => {
  const { headers } = await aBorrower(lending);
  const saved = await callEndpoint(lending, saveProfile, { headers, body: { altPhone: '01 555 1234' } });
  expect(saved.status).toBe(200);
  const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
  expect(profile.altPhone).toBe('••••• 234');
});

test('another address is kept whole, and what was optional in the old one does not stay', async () => {
  const { headers } = await aBorrower(lending);
  const save = (address: object) => callEndpoint(lending, saveProfile, { headers, body: { address } });
  const moved = { ubigeo: '150105', streetType: 'JR', street: 'Los Álamos', number: '120', apartment: '4B' };
  expect((await save(moved)).status).toBe(200);
  const { apartment: _, ...house } = { ...moved, street: ' Real ', number: '8' };
  expect((await save(house)).status).toBe(200);
  const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
  expect(profile.address).toEqual({ ubigeo: '150105', line: 'Jr. Real 8' });
});
