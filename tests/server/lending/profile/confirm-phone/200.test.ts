import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { acceptedBody, callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, sessionHeaders, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('the code makes the telephone the client’s a day later, ends the other sessions then, and both channels are told', {
  tags: ['asvs-7.4.3', 'promise-a-change-of-e-mail-telephone-or-bank-account'],
}, async () => {
  const client = await aBorrower(lending, { stepUp: ['change-phone'] });
  const { headers, personId } = client;
  const elsewhere = sessionHeaders(await signIn(lending, personId));
  const asked = acceptedBody(await callEndpoint(lending, changePhone, { headers, body: { newPhone: '912000444' } }));
  const body = { challengeId: asked.challenge.id, code: await codeTo(lending, '+51912000444') };
  const confirmed = acceptedBody(await callEndpoint(lending, confirmPhone, { headers, body }));
  const countsAt = new Date(lending.clock.now() + 86_400_000).toISOString();
  expect(confirmed).toEqual({ pending: { masked: '+51 9•• ••• 444', confirmed: true, countsAt, cancellable: true } });
  for (const channel of [client.email, client.phone]) {
    const told = (await messagesTo(lending, channel)).map(({ template }) => template);
    expect(told).toEqual(['identity-phone-changing']);
  }

  const { db, vault, clock } = lending;
  clock.pass({ hours: 23 });
  await applyContactChanges(identityContext(lending));
  expect((await readPerson(db.kysely, vault, personId))?.phone).toBe(client.phone);
  expect((await callEndpoint(lending, getSession, { headers: elsewhere })).status).toBe(200);
  clock.pass({ hours: 1 });
  await applyContactChanges(identityContext(lending));
  const person = await readPerson(db.kysely, vault, personId);
  expect([person?.phone, person?.phoneVerifiedAt]).toEqual(['+51912000444', new Date(clock.now())]);
  expect((await callEndpoint(lending, getSession, { headers: elsewhere })).status).toBe(401);
  expect((await callEndpoint(lending, getSession, { headers })).status).toBe(200);
  const letters = await messagesTo(lending, client.email);
  expect(letters.map(({ template }) => template)).toContain('identity-phone-changed-here');
  const log = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
  expect(log.items.map(({ kind }) => kind)).toContain('PHONE_CHANGED');
});
