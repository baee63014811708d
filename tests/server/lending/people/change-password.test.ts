import { describe, expect, test } from 'vitest';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { signIn as openSession, proveAgain } from '#tests/support/people/borrower.ts';
import { aClient, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();

describe('204', () => {
  const NEW = 'el puente cruza cuatro ríos';

  test('the password changes, the other sessions end, this one goes on, and the client is told', {
    tags: ['asvs-6.2.2', 'asvs-7.4.3'],
  }, async () => {
    const client = await aClient(lending, { session: 'full', stepUp: ['change-password'] });
    const elsewhere = await openSession(lending, client.personId);
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    const answer = await callEndpoint(lending, changePassword, { body, headers: { ...client.headers } });
    expect(answer.status).toBe(204);
    const status = async (headers: object) =>
      (await callEndpoint(lending, getSession, { headers: { ...headers } })).status;
    expect([await status(client.headers), await status(elsewhere.headers)]).toEqual([200, 401]);
    const tryIt = async (password: string) =>
      (await callEndpoint(lending, signIn, { body: { identifier: client.email, password } })).status;
    expect([await tryIt(PASSWORD), await tryIt(NEW)]).toEqual([400, 200]);
    expect((await messagesTo(lending, client.email))[0]?.template).toBe('identity-password-changed');
  });

  test('the browser it was changed in is still known', async () => {
    const client = await aClient(lending);
    lending.clock.pass({ minutes: 1 });
    const jar = await enter(lending, client, { trustDevice: true });
    const { sessionId } = await lending.db.kysely
      .selectFrom('session')
      .select('id as sessionId')
      .where('person_id', '=', client.personId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await proveAgain(lending, { sessionId, personId: client.personId }, ['change-password']);
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await callEndpoint(lending, changePassword, { body, headers: jar.headers })).status).toBe(204);
    const again = { identifier: client.email, password: NEW };
    expect(acceptedBody(await callEndpoint(lending, signIn, { body: again, headers: jar.headers }))).toHaveProperty(
      'nextScreen',
    );
  });
});

describe('400', () => {
  test('the old password has to be right, and the new one allowed', { tags: 'asvs-6.2.3' }, async () => {
    const client = await aClient(lending, { session: 'full', stepUp: ['change-password'] });
    const change = (currentPassword: string, newPassword: string) =>
      callEndpoint(lending, changePassword, { body: { currentPassword, newPassword }, headers: { ...client.headers } });
    expect(fieldCodes(await change('no es esta', 'el puente cruza cuatro ríos'))).toEqual(['currentPassword.mismatch']);
    expect(fieldCodes(await change(PASSWORD, 'corta'))).toEqual(['newPassword.too_short']);
    expect(fieldCodes(await change(PASSWORD, `con ${client.phone.slice(3)}`))).toEqual(['newPassword.not_allowed']);
  });
});

describe('429', () => {
  test('who holds somebody’s open session cannot guess their password', async () => {
    const { headers } = await aClient(lending, { session: 'full', stepUp: ['change-password'] });
    const statuses = [];
    for (let n = 0; n < 7; n++) {
      const body = { currentPassword: `adivino ${n}`, newPassword: 'el puente cruza cuatro ríos' };
      statuses.push((await callEndpoint(lending, changePassword, { body, headers: { ...headers } })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});
