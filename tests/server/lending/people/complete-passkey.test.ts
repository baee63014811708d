import { describe, expect, test } from 'vitest';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { completePasskey } from '#api/endpoints/people/complete-passkey.ts';
import { revokePasskey } from '#api/endpoints/people/revoke-passkey.ts';
import { revokeSession } from '#api/endpoints/people/revoke-session.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { storePassword } from '#server/lending/people/store/credential-store.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { proveAgain, signIn } from '#tests/support/people/borrower.ts';
import { PASSWORD } from '#tests/support/people/client.ts';
import { adding, opening, signInWith, withPasskey } from '#tests/support/people/passkeys.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';

const loans = withClientLoans();

const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as { readonly error?: { readonly code: string } }).error?.code,
];
const REFUSED = [422, 'passkey_refused'];
const STOP = '/api/v1/profile/changes/stop?lang=es';
const pressStop = (token: string) =>
  loans.app.request(STOP, {
    method: 'POST',
    headers: { Cookie: `__Host-profile-changes-stop=${token}` },
  });

describe('201', () => {
  test('a passkey is named by its device, counts a day later, is on record and told on every channel at once', {
    tags: 'promise-passkeys',
  }, async () => {
    const { client, passkey } = await withPasskey(loans, { waits: true });
    expect(passkey.device).toBe('Chrome, Android');
    expect(Date.parse(passkey.countsAt ?? '') - loans.clock.now()).toBe(86_400_000);
    const [letter] = await messagesTo(loans, client.email);
    expect([letter?.template, letter?.body]).toEqual([
      'identity-passkey-adding',
      expect.stringContaining('desde Chrome, Android. En 24 horas sirve para entrar'),
    ]);
    const [sms] = await messagesTo(loans, client.phone);
    expect(sms?.body).toContain('agregaron una llave de acceso a tu cuenta');
    expect((await readAccessLog(loans.db.kysely, client.personId, 1))[0]?.kind).toBe('PASSKEY_ADDED');
    const noted = await readNotifications(loans.db.kysely, client.personId, { limit: 10 });
    expect(noted.map(({ kind }) => kind)).toContain('passkey-adding');
  });
});

test('of a browser that does not say what it is, letters say so', async () => {
  const client = await aClient(loans);
  const credential = new Authenticator().create(await opening(loans, client));
  const headers = { ...client.headers, 'user-agent': '' };
  const { passkey } = acceptedBody(await callEndpoint(loans, completePasskey, { headers, body: { credential } }));
  expect(passkey.device).toBeNull();
  const params = { id: passkey.id };
  await callEndpoint(loans, revokePasskey, { headers: client.headers, params });
  const bodies = (await messagesTo(loans, client.email)).map(({ body }) => body);
  expect(bodies).toEqual([
    expect.stringContaining('desde un equipo sin nombre.'),
    expect.stringContaining('estas llaves de acceso: un equipo sin nombre.'),
  ]);
});

test.each([
  ['a text', 'usb', []],
  ['a thing', { usb: true }, []],
  ['numbers', [1, 2], []],
  ['lists', [['usb'], ['nfc', 'usb']], []],
  ['a long text', ['internal', 'x'.repeat(5_000)], ['internal']],
  ['thousands', Array(5_000).fill('usb'), ['usb']],
  ['a new one', ['hybrid', 'smart-card', 'teleport'], ['hybrid', 'smart-card', 'teleport']],
  ['nothing', null, []],
])('a passkey whose ways to its authenticator are %s is added, and works', async (_, transports, expected) => {
  const client = await aClient(loans);
  const phone = new Authenticator();
  const made = phone.create(await opening(loans, client));
  const credential = { ...made, response: { ...made.response, transports } };
  expect((await adding(loans, client, credential)).status).toBe(201);
  const [kept] = await loans.db.kysely
    .selectFrom('person_passkey')
    .select('transports')
    .where('person_id', '=', client.personId)
    .execute();
  expect(kept?.transports).toEqual(expected);
  const again = await opening(loans, client);
  expect(again).toMatchObject({ excludeCredentials: [{ id: made.id }] });
  loans.clock.pass({ minutes: 24 * 60 });
  expect((await signInWith(loans, phone)).answer.status).toBe(200);
});

describe('the link that every channel was told', () => {
  test.each(['email', 'phone'] as const)('removes the passkey and ends all sessions: by %s', async (channel) => {
    const { client, phone } = await withPasskey(loans, { waits: true });
    const token = await linkTo(loans, client[channel], 'identity-passkey-adding');
    const asked = await loans.app.request(STOP, { headers: { Cookie: `__Host-profile-changes-stop=${token}` } });
    expect(await asked.text()).toContain('Si hay llaves de acceso, también las quitamos.');
    const page = await pressStop(token);
    expect(await page.text()).toContain('Anulamos los cambios y cerramos todas las sesiones');
    loans.clock.pass({ minutes: 24 * 60 });
    expect(codeOf((await signInWith(loans, phone)).answer)).toEqual(REFUSED);
    const templates = (await messagesTo(loans, client.email)).map(({ template }) => template);
    expect(templates.filter((template) => template === 'identity-passkeys-removed')).toHaveLength(1);
    const noted = await readNotifications(loans.db.kysely, client.personId, { limit: 10 });
    expect(noted.filter(({ readAt }) => readAt === null).map(({ kind }) => kind)).not.toContain('passkey-adding');
  });
});

test('the link stops a passkey that counts by now, and an older one goes with it, in one letter', async () => {
  const { client, phone } = await withPasskey(loans);
  const late = new Authenticator();
  await adding(loans, client, late.create(await opening(loans, client)));
  const token = await linkTo(loans, client.email, 'identity-passkey-adding');
  loans.clock.pass({ minutes: 24 * 60 });
  const waits = new Authenticator();
  await adding(loans, client, waits.create(await opening(loans, client)));
  expect(await (await pressStop(token)).text()).toContain('Anulamos los cambios y cerramos todas las sesiones');
  for (const gone of [phone, late, waits]) expect(codeOf((await signInWith(loans, gone)).answer)).toEqual(REFUSED);
  const templates = (await messagesTo(loans, client.email)).map(({ template }) => template);
  expect(templates.filter((template) => template === 'identity-passkeys-removed')).toHaveLength(1);
});

test('a change of password removes the passkey that another session has just added, and keeps an own one', async () => {
  const client = await aClient(loans);
  await storePassword(loans.db.kysely, client.personId, await hashPassword(PASSWORD), loans.clock.now());
  const thief = { ...(await signIn(loans, client.personId)), personId: client.personId };
  const [mine, theirs] = [new Authenticator(), new Authenticator()];
  await adding(loans, client, mine.create(await opening(loans, client)));
  await adding(loans, thief, theirs.create(await opening(loans, thief)));
  await proveAgain(loans, client, ['change-password']);
  const body = { currentPassword: PASSWORD, newPassword: 'siete vicuñas miran la quebrada' };
  expect((await callEndpoint(loans, changePassword, { headers: client.headers, body })).status).toBe(204);
  loans.clock.pass({ minutes: 24 * 60 });
  expect(codeOf((await signInWith(loans, theirs)).answer)).toEqual(REFUSED);
  expect((await signInWith(loans, mine)).answer.status).toBe(200);
});

describe('422', () => {
  test.each([
    ['of another address', { origin: 'https://manay-lender.example' }],
    ['without the person', { isUnverified: true }],
    ['of another host', { rpId: 'lender.example' }],
  ])('a passkey %s is not taken', async (_, odd) => {
    const client = await aClient(loans);
    const options = await opening(loans, client);
    expect(codeOf(await adding(loans, client, new Authenticator().create(options, odd)))).toEqual(REFUSED);
  });

  test('an answer counts once, within five minutes, and in the session that asked', async () => {
    const client = await aClient(loans);
    const other = { ...(await signIn(loans, client.personId)), personId: client.personId };
    const phone = new Authenticator();
    const made = phone.create(await opening(loans, client));
    expect(codeOf(await adding(loans, other, made))).toEqual(REFUSED);
    expect((await adding(loans, client, made)).status).toBe(201);
    expect(codeOf(await adding(loans, client, made))).toEqual(REFUSED);
    const late = new Authenticator().create(await opening(loans, client));
    loans.clock.pass({ minutes: 5 });
    expect(codeOf(await adding(loans, client, late))).toEqual(REFUSED);
  });

  test.each([{}, { id: 1 }, { id: 'a', response: {} }, { id: 'a', response: { clientDataJSON: 'x' } }])(
    'something else than an answer: %o',
    async (credential) => {
      const client = await aClient(loans);
      expect(
        codeOf(await callEndpoint(loans, completePasskey, { headers: client.headers, body: { credential } })),
      ).toEqual(REFUSED);
    },
  );
});

test('a dialog that was opened in a session that has ended adds nothing', async () => {
  const client = await aClient(loans);
  const other = { ...(await signIn(loans, client.personId)), personId: client.personId };
  const made = new Authenticator().create(await opening(loans, other));
  const { headers } = client;
  await callEndpoint(loans, revokeSession, { headers, params: { id: other.sessionId } });
  expect((await adding(loans, other, made)).status).toBe(401);
});

describe('400', () => {
  test('a body without what the browser answered', async () => {
    const { headers } = await aClient(loans);
    const answer = await callEndpoint(loans, completePasskey, { headers, body: {} });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['credential.required']]);
  });
});
