import { describe, expect, test } from 'vitest';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
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
});

describe('400', () => {
  const HOUSE = { ubigeo: '150105', streetType: 'AV', street: 'Los Álamos', number: '120' };

  test.each([
    [{ payday: 32 }, ['payday.out_of_range']],
    [{ altPhone: '12345' }, ['altPhone.invalid']],
    [{ language: 'qu' }, ['language.not_allowed']],
    [{ firstName: 'Ana' }, ['firstName.unknown']],
    [{ address: { ubigeo: '150105', streetType: 'AV' } }, ['address.street.required', 'address.number.required']],
    [{ address: { ...HOUSE, ubigeo: '999999' } }, ['address.ubigeo.unknown']],
    [{ address: { ...HOUSE, streetType: 'XX' } }, ['address.streetType.unknown']],
  ])('a client cannot save %j in their profile', { tags: 'asvs-8.1.2' }, async (body, codes) => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, saveProfile, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});

describe('409', () => {
  test('what was changed in another browser meanwhile is not written over', async () => {
    const { headers } = await aBorrower(lending);
    const save = (payday: number) =>
      callEndpoint(lending, saveProfile, { headers: { ...headers, 'If-Match': '"1"' }, body: { payday } });
    expect((await save(15)).status).toBe(200);
    const late = await save(30);
    expect([late.status, late.body]).toMatchObject([409, { error: { code: 'stale_version' } }]);
  });
});
