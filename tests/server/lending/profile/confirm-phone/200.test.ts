import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, sessionHeaders, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('the code makes the telephone the client’s, ends the other sessions, and an e-mail says so', async () => {
  const client = await aBorrower(lending, { stepUp: ['change-phone'] });
  const { headers, personId } = client;
  const elsewhere = sessionHeaders(await signIn(lending, personId));
  const asked = acceptedBody(await callEndpoint(lending, changePhone, { headers, body: { newPhone: '912000444' } }));
  const body = { challengeId: asked.challenge.id, code: await codeTo(lending, '+51912000444') };
  const confirmed = acceptedBody(await callEndpoint(lending, confirmPhone, { headers, body }));
  expect(confirmed).toEqual({ phone: { masked: '+51 9•• ••• 444', verified: true } });

  const { db, vault, clock } = lending;
  const person = await readPerson(db.kysely, vault, personId);
  expect([person?.phone, person?.phoneVerifiedAt]).toEqual(['+51912000444', new Date(clock.now())]);
  expect((await callEndpoint(lending, getSession, { headers: elsewhere })).status).toBe(401);
  expect((await callEndpoint(lending, getSession, { headers })).status).toBe(200);
  const letters = await messagesTo(lending, client.email);
  expect(letters.map(({ template }) => template)).toEqual(['identity-phone-changed-here']);
  const log = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
  expect(log.items.map(({ kind }) => kind)).toContain('PHONE_CHANGED');
});
