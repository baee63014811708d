import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { signInByPasskey } from '#api/endpoints/people/sign-in-by-passkey.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { isKnownDevice } from '#server/lending/people/store/credential-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { confirmEmail } from '#server/lending/profile/change-email.ts';
import { acceptedBody, callEndpoint, fieldCodes, identityContext } from '#tests/support/lending/lending-app.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { CookieJar, resetProof } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { openSignIn, signInWith, withPasskey } from '#tests/support/people/passkeys.ts';
import { waitingForMailbox, waitingRecovery } from '#tests/support/people/recovery.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const loans = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const rosa = lenderOf(loans, 'Rosa');

const codeOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as { readonly error?: { readonly code: string } }).error?.code,
];
const ORIGIN = { caller: '203.0.113.7', userAgent: 'Test', language: 'es', deviceSecret: undefined } as const;
const REFUSED = [422, 'passkey_refused'];

describe('200', () => {
  test('a passkey opens a session without name, password or code, on record, and the client is told', async () => {
    const { client, phone } = await withPasskey(loans);
    const { answer, jar } = await signInWith(loans, phone);
    expect(answer.body).toMatchObject({ profileData: { firstName: 'Rosa' } });
    const session = acceptedBody(await callEndpoint(loans, getSession, { headers: jar.headers }));
    expect(session).toMatchObject({ assurance: 'full' });
    expect((await readAccessLog(loans.db.kysely, client.personId, 1))[0]?.kind).toBe('PASSKEY_SIGN_IN');
    expect((await messagesTo(loans, client.email)).at(-1)?.template).toBe('identity-new-device');
  });

  test('it changes no bank account: password and code are asked for as ever', async () => {
    const { phone } = await withPasskey(loans);
    const { jar } = await signInWith(loans, phone);
    const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;
    const { status, body: refusal } = await callEndpoint(loans, changeBankAccount, { headers: jar.headers, body });
    expect([status, refusal]).toMatchObject([428, { error: { reauth: { methods: ['password', 'otp'] } } }]);
  });

  test('a browser whose own device holds it is known afterwards; one of others is not', async () => {
    const { client, phone } = await withPasskey(loans);
    const { jar } = await signInWith(loans, phone);
    expect(await isKnownDevice(loans.db.kysely, client.personId, jar.get('__Host-device'))).toBe(true);
    const strange = new CookieJar();
    const credential = { ...phone.get(await openSignIn(loans, strange)), authenticatorAttachment: 'cross-platform' };
    const opened = await callEndpoint(loans, signInByPasskey, { headers: strange.headers, body: { credential } });
    expect([opened.status, strange.take(opened.headers).get('__Host-device')]).toEqual([200, undefined]);
  });

  test('two tabs of one browser each sign in', async () => {
    const { phone } = await withPasskey(loans);
    const jar = new CookieJar();
    const [first, second] = [await openSignIn(loans, jar), await openSignIn(loans, jar)];
    for (const options of [second, first]) {
      const body = { credential: phone.get(options) };
      expect((await callEndpoint(loans, signInByPasskey, { headers: jar.headers, body })).status).toBe(200);
    }
  });

  test('after a try that was refused the next one counts', async () => {
    const { phone } = await withPasskey(loans);
    const jar = new CookieJar();
    expect(codeOf((await signInWith(loans, new Authenticator(), {}, jar)).answer)).toEqual(REFUSED);
    expect((await signInWith(loans, phone, {}, jar)).answer.status).toBe(200);
  });
});

describe('422', () => {
  test.each([
    ['that looks at nobody', { isUnverified: true }],
    ['of a page on another address', { origin: 'https://manay-lender.example' }],
    ['of another host', { rpId: 'lender.example' }],
    ['whose counter goes back', { counter: 1 }],
    ['with the handle of somebody else', { userHandle: 'c29tZWJvZHk' }],
  ])('a passkey %s opens nothing', async (_, odd) => {
    const { phone } = await withPasskey(loans);
    await signInWith(loans, phone);
    expect(codeOf((await signInWith(loans, phone, odd)).answer)).toEqual(REFUSED);
  });

  test('a challenge counts once, for five minutes, and in the browser that asked', async () => {
    const { phone } = await withPasskey(loans);
    const send = async (jar: CookieJar, credential: unknown) =>
      codeOf(await callEndpoint(loans, signInByPasskey, { headers: jar.headers, body: { credential } }));
    const jar = new CookieJar();
    const other = new CookieJar();
    await openSignIn(loans, other);
    const elsewhere = phone.get(await openSignIn(loans, jar));
    expect(await send(other, elsewhere)).toEqual(REFUSED);
    const credential = phone.get(await openSignIn(loans, jar));
    expect((await send(jar, credential))[0]).toBe(200);
    expect(await send(jar, credential)).toEqual(REFUSED);
    const late = phone.get(await openSignIn(loans, jar));
    loans.clock.pass({ minutes: 5 });
    expect(await send(jar, late)).toEqual(REFUSED);
    expect(await send(new CookieJar(), phone.get(await openSignIn(loans, jar)))).toEqual(REFUSED);
  });

  test('a passkey of a closed account opens nothing, and is forgotten', async () => {
    const { client, phone } = await withPasskey(loans);
    await loans.db.kysely.updateTable('person').set({ status: 'CLOSED' }).where('id', '=', client.personId).execute();
    expect(codeOf((await signInWith(loans, phone)).answer)).toEqual(REFUSED);
  });
});

describe('409', () => {
  test('on its first day a passkey is right and opens nothing', { tags: 'promise-passkeys' }, async () => {
    const { phone } = await withPasskey(loans, { waits: true });
    loans.clock.pass({ minutes: 24 * 60 - 1 });
    expect(codeOf((await signInWith(loans, phone)).answer)).toEqual([409, 'passkey_waits']);
    loans.clock.pass({ minutes: 1 });
    expect((await signInWith(loans, phone)).answer.status).toBe(200);
  });
});

describe('429', () => {
  test('tries without end from one address are limited', async () => {
    const jar = new CookieJar();
    const phone = new Authenticator();
    const statuses = new Set<number>();
    for (let n = 0; n < 51; n++) statuses.add((await signInWith(loans, phone, {}, jar)).answer.status);
    expect([...statuses]).toEqual([422, 429]);
    loans.clock.pass({ minutes: 16 });
  });
});

describe('a recovery removes every passkey and says so', () => {
  const isGone = async ({ client, phone }: Awaited<ReturnType<typeof withPasskey>>) => {
    expect(codeOf((await signInWith(loans, phone)).answer)).toEqual(REFUSED);
    const templates = (await messagesTo(loans, client.email)).map(({ template }) => template);
    expect(templates.filter((template) => template === 'identity-passkeys-removed')).toHaveLength(1);
    const log = await readAccessLog(loans.db.kysely, client.personId, 10);
    expect(log.filter(({ kind }) => kind === 'PASSKEY_REMOVED')).toHaveLength(1);
  };

  test('a forgotten password that is set anew', async () => {
    const victim = await withPasskey(loans);
    const { client } = victim;
    await callEndpoint(loans, requestPasswordReset, { body: { identifier: client.email } });
    const token = await linkTo(loans, client.email, 'identity-password-reset');
    const body = { ...(await resetProof(loans, client, token)), password: 'siete vicuñas miran la quebrada' };
    expect((await callEndpoint(loans, resetPassword, { body })).status).toBe(204);
    await isGone(victim);
  });

  test('a telephone that staff approved, once it counts', async () => {
    const victim = await withPasskey(loans);
    const id = await waitingRecovery(loans, victim.client);
    await rosa(`recovery approve ${id}`, {});
    expect((await signInWith(loans, victim.phone)).answer.status).toBe(200);
    loans.clock.pass({ minutes: 24 * 60 });
    await applyContactChanges(identityContext(loans));
    await isGone(victim);
  });

  test('a mailbox that staff approved, once it counts', async () => {
    const victim = await withPasskey(loans);
    const { client } = victim;
    const id = await waitingForMailbox(loans, client);
    await rosa(`recovery approve ${id}`, {});
    await confirmEmail(
      identityContext(loans),
      await linkTo(loans, 'otra@example.pe', 'identity-email-confirm'),
      ORIGIN,
    );
    loans.clock.pass({ minutes: 24 * 60 });
    await applyContactChanges(identityContext(loans));
    await isGone({ ...victim, client: { ...client, email: 'otra@example.pe' } });
  });

  test('sessions that staff end', async () => {
    const victim = await withPasskey(loans);
    await rosa(`session end ${victim.client.documentNumber}`, { reason: 'Llamó: no fue quien entró.' });
    await isGone(victim);
  });
});

describe('400', () => {
  test('a body without what the browser answered', async () => {
    const answer = await callEndpoint(loans, signInByPasskey, { body: {} });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['credential.required']]);
  });
});
