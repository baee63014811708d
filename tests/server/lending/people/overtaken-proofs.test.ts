import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { hashPassword, isPassword } from '#server/kit/passwords.ts';
import type { Trx } from '#server/kit/tables.ts';
import { lockPerson, stopContactChanges } from '#server/lending/people/contact-change.ts';
import { endAccess } from '#server/lending/people/end-access.ts';
import { endSessionsOfPerson } from '#server/lending/people/end-sessions.ts';
import { endAllSessions } from '#server/lending/people/not-me.ts';
import { readPasswordHash, storePassword } from '#server/lending/people/store/credential-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, linkTo } from '#tests/support/messages/messages.ts';
import { type Borrower, proveAgain } from '#tests/support/people/borrower.ts';
import { aClient, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';

const lending = withTestLending();
const NEW = 'el puente cruza cuatro ríos';
let phones = 912_000_000;
const ORIGIN = { caller: '203.0.113.7', userAgent: 'Test', language: 'es', deviceSecret: undefined } as const;
const apply = () => applyContactChanges(identityContext(lending));

/** Somebody who knows the password begins to sign in, and waits with the code that came. */
async function halfSignedIn(client: Borrower) {
  const body = { identifier: client.documentNumber, password: PASSWORD };
  const { challenge } = acceptedBody(await callEndpoint(lending, signIn, { body })) as { challenge: { id: string } };
  return { id: challenge.id, code: await codeTo(lending, client.phone) };
}

/** The rest of it. @returns the status, and whether a session was opened */
async function goOn({ id, ...proof }: { readonly id: string; readonly code?: string; readonly password?: string }) {
  const body = { ...proof, trustDevice: true };
  const answer = await callEndpoint(lending, answerChallenge, { params: { id }, body });
  return { status: answer.status, isIn: answer.headers.getSetCookie().some((line) => line.startsWith('auth=')) };
}

const OVER = { status: 410, isIn: false };

/** A new telephone that has a moment left of its day. */
async function changingPhone(): Promise<Borrower> {
  const client = await aClient(lending, { session: 'full' });
  const { headers } = client;
  await proveAgain(lending, client, ['change-phone']);
  const newPhone = `+51${++phones}`;
  const asked = await callEndpoint(lending, changePhone, { headers, body: { newPhone } });
  const { challenge } = asked.body as { challenge: { id: string } };
  const proof = { challengeId: challenge.id, code: await codeTo(lending, newPhone) };
  expect((await callEndpoint(lending, confirmPhone, { headers, body: proof })).status).toBe(200);
  lending.clock.pass({ hours: 23, minutes: 58 });
  return client;
}

const ENDS = {
  'a changed password': async (client) => {
    await proveAgain(lending, client, ['change-password']);
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await callEndpoint(lending, changePassword, { headers: client.headers, body })).status).toBe(204);
  },
  'a forgotten password that was set anew': async (client) => {
    await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
    const token = await linkTo(lending, client.email, 'identity-password-reset');
    const body = { ...(await resetProof(lending, client, token)), password: NEW };
    expect((await callEndpoint(lending, resetPassword, { body })).status).toBe(204);
  },
  '“it was not me”': async (client) => {
    const token = await linkTo(lending, client.email, 'identity-new-device');
    expect(await endAllSessions(identityContext(lending), token, ORIGIN)).toBe(true);
  },
  'the link that stops a change': async (client) => {
    await proveAgain(lending, client, ['change-email']);
    await callEndpoint(lending, changeEmail, { headers: client.headers, body: { newEmail: 'nueva@example.pe' } });
    const token = await linkTo(lending, client.phone, 'identity-email-changing');
    expect(await stopContactChanges(identityContext(lending), token, ORIGIN)).toBe('stopped');
  },
  'staff who end the sessions': async ({ personId }) => {
    const by = { operator: 'Rosa', reason: 'Llamó: alguien más sabe su contraseña.' };
    await endSessionsOfPerson(identityContext(lending), personId, by);
  },
} as const satisfies Record<string, (client: Borrower) => Promise<void>>;

test.each(Object.keys(ENDS) as (keyof typeof ENDS)[])(
  'a sign-in that was half done opens nothing after %s',
  async (end) => {
    const client = await aClient(lending, { session: 'full' });
    await enter(lending, client);
    lending.clock.pass({ minutes: 2 });
    const half = await halfSignedIn(client);
    lending.clock.pass({ minutes: 2 });
    await ENDS[end](client);
    expect(await goOn(half)).toEqual(OVER);
  },
);

test('the code of the telephone of before opens nothing once the new one counts', async () => {
  const client = await changingPhone();
  const half = await halfSignedIn(client);
  lending.clock.pass({ minutes: 3 });
  await apply();
  expect(await goOn(half)).toEqual(OVER);
});

test('nor does the password that was to follow such a code', async () => {
  const client = await changingPhone();
  const asked = await callEndpoint(lending, sendSignInCode, { body: { identifier: client.documentNumber } });
  const { challenge } = acceptedBody(asked);
  const body = { code: await codeTo(lending, client.phone), trustDevice: true };
  const next = await callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body });
  const { id } = (acceptedBody(next) as { challenge: { id: string } }).challenge;
  lending.clock.pass({ minutes: 20 });
  await apply();
  expect(await goOn({ id, password: PASSWORD })).toEqual(OVER);
});

test('nor does it set another password', async () => {
  const client = await changingPhone();
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const proof = await resetProof(lending, client, token);
  lending.clock.pass({ minutes: 3 });
  await apply();
  expect((await callEndpoint(lending, resetPassword, { body: { ...proof, password: NEW } })).status).toBe(410);
});

test('a second link to a forgotten password is over when the first has set one', async () => {
  const client = await aClient(lending);
  const ask = async () => {
    await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
    return linkTo(lending, client.email, 'identity-password-reset');
  };
  const [first, second] = [await ask(), await ask()];
  const body = { ...(await resetProof(lending, client, first)), password: NEW };
  expect((await callEndpoint(lending, resetPassword, { body })).status).toBe(204);
  lending.clock.pass({ minutes: 2 });
  expect((await callEndpoint(lending, sendResetCode, { body: { token: second } })).status).toBe(410);
});

test('a link in the mailbox of before is over once the new one counts', async () => {
  const client = await aClient(lending, { session: 'full' });
  await proveAgain(lending, client, ['change-email']);
  const newEmail = 'otra@example.pe';
  expect((await callEndpoint(lending, changeEmail, { headers: client.headers, body: { newEmail } })).status).toBe(202);
  await callEndpoint(lending, confirmEmail, {
    body: { token: await linkTo(lending, newEmail, 'identity-email-confirm') },
  });
  lending.clock.pass({ hours: 23, minutes: 58 });
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  lending.clock.pass({ minutes: 3 });
  await apply();
  expect((await callEndpoint(lending, sendResetCode, { body: { token } })).status).toBe(410);
});

/** Gives a proof while the password is being changed, and returns its answer; `meanwhile` something may pass. */
async function answeredWhileChanging(meanwhile: () => void = () => undefined) {
  const client = await aClient(lending);
  const started = await halfSignedIn(client);
  const { answering } = await lending.db.kysely.transaction().execute(async (trx) => {
    await lockPerson(trx, identityContext(lending), client.personId);
    const answering = goOn(started);
    // Time enough for an answer of those that do not wait for the lock.
    await new Promise((resolve) => setTimeout(resolve, 200));
    meanwhile();
    await endAccess(trx, identityContext(lending), client.personId, {
      because: 'password-changed',
      now: lending.clock.now(),
    });
    return { answering };
  });
  return answering;
}

test('a proof that is given while the password is being changed opens nothing', async () => {
  expect(await answeredWhileChanging()).toEqual(OVER);
});

test('nor does one whose proof ends a moment after it was given, and before it was looked at', async () => {
  expect(await answeredWhileChanging(() => lending.clock.pass({ seconds: 1 }))).toEqual(OVER);
});

// The embedded database has one connection, and nothing waits in it.
describe.runIf(TEST_ENGINE === 'postgres')('a password that is right until another one is set, a moment later,', () => {
  /** Ends once somebody waits for a lock, or has been answered without one. */
  async function reached<Answer>(answer: Promise<Answer>): Promise<void> {
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await vi.waitFor(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect(isAnswered || (await waiting.execute(lending.db.kysely)).rows.length > 0).toBe(true);
    }, 60_000);
  }
  /** While `act` is done, and not committed, somebody calls. @returns the answer to that call */
  async function during<Answer>(act: (trx: Trx) => Promise<unknown>, call: () => Promise<Answer>): Promise<Answer> {
    const { answer } = await lending.db.kysely.transaction().execute(async (trx) => {
      await act(trx);
      const answer = call();
      await reached(answer);
      return { answer };
    });
    return answer;
  }
  const setAnew = (client: Borrower) => async (trx: Trx) => {
    await lockPerson(trx, identityContext(lending), client.personId);
    await storePassword(trx, client.personId, await hashPassword(NEW), lending.clock.now());
    await endAccess(trx, identityContext(lending), client.personId, {
      because: 'password-reset',
      now: lending.clock.now(),
    });
  };
  const signInWith = (client: Borrower, headers = {}) =>
    callEndpoint(lending, signIn, { body: { identifier: client.documentNumber, password: PASSWORD }, headers });
  const openSessions = async ({ personId }: Borrower) =>
    (
      await lending.db.kysely
        .selectFrom('session')
        .select('id')
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .execute()
    ).length;

  test('opens nothing in a browser that was known', async () => {
    const client = await aClient(lending);
    const { headers } = await enter(lending, client, { trustDevice: true });
    lending.clock.pass({ minutes: 2 });
    const answer = await during(setAnew(client), () => signInWith(client, headers));
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'invalid_credentials' } }]);
    expect(await openSessions(client)).toBe(0);
    const known = lending.db.kysely
      .selectFrom('known_device')
      .select('person_id')
      .where('person_id', '=', client.personId);
    expect(await known.execute()).toEqual([]);
  });

  test('asks for no code that would open something afterwards', async () => {
    const client = await aClient(lending);
    const answer = await during(setAnew(client), () => signInWith(client));
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'invalid_credentials' } }]);
  });

  test('does not set a third one from a session that ended with it', async () => {
    const client = await aClient(lending, { session: 'full' });
    await proveAgain(lending, client, ['change-password']);
    const body = { currentPassword: PASSWORD, newPassword: 'la llama cruza dos puentes' };
    const answer = await during(setAnew(client), () =>
      callEndpoint(lending, changePassword, { headers: client.headers, body }),
    );
    expect(answer.kind).toBe('refused');
    expect(await isPassword(await readPasswordHash(lending.db.kysely, client.personId), NEW)).toBe(true);
  });

  test('needs a code again when only the sessions and browsers were ended', async () => {
    const client = await aClient(lending);
    const { headers } = await enter(lending, client, { trustDevice: true });
    lending.clock.pass({ minutes: 2 });
    const ending = async (trx: Trx) => {
      await lockPerson(trx, identityContext(lending), client.personId);
      await endAccess(trx, identityContext(lending), client.personId, { because: 'staff', now: lending.clock.now() });
    };
    const answer = await during(ending, () => signInWith(client, headers));
    expect(answer.body).toMatchObject({ challenge: { method: 'otp' } });
    expect(await openSessions(client)).toBe(0);
  });

  test('changes no password from a session that was ended', async () => {
    const client = await aClient(lending, { session: 'full' });
    await proveAgain(lending, client, ['change-password']);
    const ending = async (trx: Trx) => {
      await lockPerson(trx, identityContext(lending), client.personId);
      await endAccess(trx, identityContext(lending), client.personId, { because: 'not-me', now: lending.clock.now() });
    };
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    const answer = await during(ending, () => callEndpoint(lending, changePassword, { headers: client.headers, body }));
    expect(answer.kind).toBe('refused');
    expect(await isPassword(await readPasswordHash(lending.db.kysely, client.personId), PASSWORD)).toBe(true);
  });
});
