import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();
const tryIt = (identifier: string, jar = new CookieJar()) =>
  callEndpoint(lending, signIn, { body: { identifier, password: PASSWORD }, headers: jar.headers });

describe('a browser nobody knows', () => {
  test('is asked for a code to the client’s telephone, although the password was right', {
    tags: ['asvs-6.3.3', 'asvs-6.1.3'],
  }, async () => {
    const client = await aClient(lending);
    const answer = await tryIt(client.documentNumber);
    expect(acceptedBody(answer)).toEqual({
      challenge: {
        id: expect.any(String),
        method: 'otp',
        channel: 'SMS',
        maskedPhone: `+51 9•• ••• ${client.phone.slice(-3)}`,
        expiresInSec: 300,
        resendInSec: 60,
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await messagesTo(lending, client.phone)).toHaveLength(1);
  });

  test('may come back after five years with the password of the first day: it does not get old', {
    tags: 'asvs-6.2.10',
  }, async () => {
    const client = await aClient(lending);
    lending.clock.moveTo('2031-01-15');
    expect(acceptedBody(await tryIt(client.documentNumber))).toHaveProperty('challenge');
  });

  test.each<[string, (client: { documentNumber: string; phone: string; email: string }) => string]>([
    ['the document', ({ documentNumber }) => documentNumber],
    ['the document with dots', ({ documentNumber }) => documentNumber.replace(/^(..)(...)/, '$1.$2.')],
    ['the telephone', ({ phone }) => phone],
    ['the telephone without its country', ({ phone }) => phone.slice(3).replace(/^(...)(...)/, '$1 $2 ')],
    ['the e-mail', ({ email }) => email],
    ['the e-mail in capitals', ({ email }) => email.toUpperCase()],
  ])('is taken to the same person by %s', async (_, identifierOf) => {
    const client = await aClient(lending);
    expect(acceptedBody(await tryIt(identifierOf(client)))).toHaveProperty('challenge');
  });
});

describe('a browser that was trusted', () => {
  test('needs the password alone, gets a session of its own, and ends the one it had', {
    tags: ['asvs-7.2.4', 'asvs-6.1.3'],
  }, async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client, { trustDevice: true });
    const before = { ...jar.headers };
    const answer = await tryIt(client.email, jar);
    expect(acceptedBody(answer)).toHaveProperty('nextScreen');
    jar.take(answer.headers);
    expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(200);
    expect((await callEndpoint(lending, getSession, { headers: before })).status).toBe(401);
  });

  test('is trusted for its own client only', async () => {
    const [mine, theirs] = [await aClient(lending), await aClient(lending)];
    const jar = await enter(lending, mine, { trustDevice: true });
    expect(acceptedBody(await tryIt(theirs.email, jar))).toHaveProperty('challenge');
  });

  test('is in the client’s access log', async () => {
    const client = await aClient(lending);
    await tryIt(client.email, await enter(lending, client, { trustDevice: true }));
    const log = await readAccessLog(lending.db.kysely, client.personId, 5);
    expect(log.map(({ kind }) => kind)).toEqual(['SIGN_IN', 'SIGN_IN']);
  });
});

test('a carné of nine digits that begins with 9 is no telephone', async () => {
  const client = await aClient(lending, { documentType: 'CE', documentNumber: '912345678' });
  expect(acceptedBody(await tryIt('912 345 678'))).toMatchObject({
    challenge: { maskedPhone: `+51 9•• ••• ${client.phone.slice(-3)}` },
  });
});
