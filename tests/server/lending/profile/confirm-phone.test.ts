import { describe, expect, test } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import {
  acceptedBody,
  callEndpoint,
  fieldCodes,
  identityContext,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, sessionHeaders, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
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
});

describe('400', () => {
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
});

describe('410', () => {
  async function asked(newPhone: string) {
    const client = await aBorrower(lending, { stepUp: ['change-phone'] });
    const { headers } = client;
    const { challenge } = acceptedBody(await callEndpoint(lending, changePhone, { headers, body: { newPhone } }));
    return { client, challengeId: challenge.id, code: await codeTo(lending, `+51${newPhone}`) };
  }

  const confirm = (headers: Record<string, string>, body: { challengeId: string; code: string }) =>
    callEndpoint(lending, confirmPhone, { headers, body });

  test('a code is good once', async () => {
    const { client, ...body } = await asked('912000661');
    expect((await confirm(client.headers, body)).status).toBe(200);
    expect((await confirm(client.headers, body)).status).toBe(410);
  });

  test('nobody else confirms it, and no other session of the same client', { tags: 'asvs-6.6.2' }, async () => {
    const { client, ...body } = await asked('912000662');
    const [other, elsewhere] = [await aBorrower(lending), await signIn(lending, client.personId)];
    expect((await confirm(other.headers, body)).status).toBe(410);
    expect((await confirm(sessionHeaders(elsewhere), body)).status).toBe(410);
    expect((await confirm(client.headers, body)).status).toBe(200);
  });

  test('whoever has the new telephone is not signed in by its code', { tags: 'asvs-7.6.2' }, async () => {
    const { challengeId, code } = await asked('912000663');
    const answer = await callEndpoint(lending, answerChallenge, { params: { id: challengeId }, body: { code } });
    expect(answer.status).toBe(410);
  });
});
