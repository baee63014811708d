import { expect, test } from 'vitest';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a wrong code and one that is too old change nothing', async () => {
  const { headers, personId, phone } = await aBorrower(lending, { stepUp: ['change-phone'] });
  const { challenge } = acceptedBody(
    await callEndpoint(lending, changePhone, { headers, body: { newPhone: '912000555' } }),
  );
  const code = await codeTo(lending, '+51912000555');
  const confirm = (typed: string) =>
    callEndpoint(lending, confirmPhone, { headers, body: { challengeId: challenge.id, code: typed } });
  expect(fieldCodes(await confirm(''))).toEqual(['code.required']);
  expect(fieldCodes(await confirm(anotherCode(code)))).toEqual(['code.invalid']);
  lending.clock.pass({ minutes: 6 });
  expect(fieldCodes(await confirm(code))).toEqual(['code.expired']);
  const { db, vault } = lending;
  expect((await readPerson(db.kysely, vault, personId))?.phone).toBe(phone);
});
