import { expect, test } from 'vitest';
import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const HOUSE = { ubigeo: '150105', streetType: 'AV', street: 'Los Álamos', number: '120' };

test.each([
  [{ payday: 32 }, ['payday.out_of_range']],
  [{ altPhone: '12345' }, ['altPhone.invalid']],
  [{ language: 'qu' }, ['language.not_allowed']],
  [{ firstName: 'Ana' }, ['firstName.unknown']],
  [{ address: { ubigeo: '150105', streetType: 'AV' } }, ['address.street.required', 'address.number.required']],
  [{ address: { ...HOUSE, ubigeo: '999999' } }, ['address.ubigeo.unknown']],
  [{ address: { ...HOUSE, streetType: 'XX' } }, ['address.streetType.unknown']],
])('%j cannot be saved', { tags: 'asvs-8.1.2' }, async (body, codes) => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, saveProfile, { headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
});
