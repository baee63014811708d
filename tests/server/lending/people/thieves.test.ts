import { expect, test } from 'vitest';
import type { Endpoint } from '#api/endpoint.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { startPasskey } from '#api/endpoints/people/start-passkey.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import type { ErrorBody, Reauth } from '#api/errors.ts';
import { acceptedBody, callEndpoint, type TestCall } from '#tests/support/lending/lending-app.ts';
import { aLoan, closeThrough } from '#tests/support/loans/loan-service.ts';
import { codeTo, linkTo } from '#tests/support/messages/messages.ts';
import { withPayments } from '#tests/support/payments/payments.ts';
import { signIn as aSession, type Borrower } from '#tests/support/people/borrower.ts';
import { aClient, CookieJar, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';
import { adding, opening, signInWith } from '#tests/support/people/passkeys.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const loans = withPayments();

interface Victim {
  readonly client: Borrower;
  readonly phone: Authenticator;
  /** Their browser, signed in. */
  readonly browser: CookieJar;
}

/** A client with a password, a loan that is due today, a passkey, and a browser that is signed in. */
async function victim(): Promise<Victim> {
  loans.clock.moveTo('2026-01-15');
  const client = await aClient(loans);
  await aLoan(loans.loans, undefined, client.personId);
  const session = { ...(await aSession(loans, client.personId)), personId: client.personId };
  const phone = new Authenticator();
  expect((await adding(loans, session, phone.create(await opening(loans, session)))).status).toBe(201);
  await closeThrough(loans.loans, '2026-02-14');
  return { client, phone, browser: await enter(loans, client, { trustDevice: true }) };
}

/** The loot of a thief: a session, and ways to prove more in it. */
interface Loot {
  readonly jar: CookieJar;
  readonly password?: string;
  readonly readsSms?: boolean;
}

const NEW_PASSWORD = 'siete vicuñas miran la quebrada';

/** Thieves by what they have, and what they come to with it. */
const THIEVES: Readonly<Record<string, (of: Victim) => Promise<Loot>>> = {
  'the SIM': async ({ client }) => {
    const jar = new CookieJar();
    const sent = await callEndpoint(loans, sendSignInCode, { body: { identifier: client.documentNumber } });
    const { id } = acceptedBody(sent).challenge;
    const body = { code: await codeTo(loans, client.phone) };
    const answer = await callEndpoint(loans, answerChallenge, { params: { id }, body });
    jar.take(answer.headers);
    return { jar, readsSms: true };
  },
  'the mailbox': async ({ client }) => {
    await callEndpoint(loans, requestPasswordReset, { body: { identifier: client.email } });
    const token = await linkTo(loans, client.email, 'identity-password-reset');
    const guess = { ...(await resetProof(loans, client, token)), code: '000000' };
    const set = await callEndpoint(loans, resetPassword, { body: { ...guess, password: NEW_PASSWORD } });
    expect(set.status).not.toBe(204);
    return { jar: new CookieJar() };
  },
  'the SIM and the mailbox': async ({ client }) => {
    await callEndpoint(loans, requestPasswordReset, { body: { identifier: client.email } });
    const token = await linkTo(loans, client.email, 'identity-password-reset');
    const body = { ...(await resetProof(loans, client, token)), password: NEW_PASSWORD };
    expect((await callEndpoint(loans, resetPassword, { body })).status).toBe(204);
    const jar = new CookieJar();
    loans.clock.pass({ minutes: 2 });
    const identifier = client.documentNumber;
    const first = acceptedBody(await callEndpoint(loans, signIn, { body: { identifier, password: NEW_PASSWORD } }));
    const params = { id: 'challenge' in first ? first.challenge.id : '' };
    const proof = { code: await codeTo(loans, client.phone) };
    jar.take((await callEndpoint(loans, answerChallenge, { params, body: proof })).headers);
    return { jar, password: NEW_PASSWORD, readsSms: true };
  },
  'the unlocked phone for a minute': async ({ browser }) => ({ jar: browser, readsSms: true }),
  'the phone, without the finger': async ({ phone }) => await signInWith(loans, phone, { isUnverified: true }),
  'a page that looks like ours': async ({ phone }) =>
    await signInWith(loans, phone, { origin: 'https://manay-prestamos.example' }),
  'the passkey with its finger': async ({ phone }) => await signInWith(loans, phone),
  'the password, told by telephone': async ({ client }) => {
    const answer = await callEndpoint(loans, signIn, {
      body: { identifier: client.documentNumber, password: PASSWORD },
    });
    return { jar: new CookieJar().take(answer.headers), password: PASSWORD };
  },
  'the password of an operator': async () => {
    await aColleague(loans.db, 'Rosa', ['support']);
    const body = JSON.stringify({ login: 'Rosa', password: PASSWORD, code: '000000' });
    const headers = { 'content-type': 'application/json' };
    const { status } = await loans.app.request('/api/v1/staff/sign-in', { method: 'POST', headers, body });
    expect(status).not.toBe(200);
    return { jar: new CookieJar() };
  },
};

/** Calls as the thief: whatever proof is asked for is given, as far as they have it. */
async function call(loot: Loot, of: Victim, endpoint: Endpoint, input: TestCall = {}, act?: object) {
  for (;;) {
    const answer = await callEndpoint(loans, endpoint, { ...input, headers: loot.jar.headers });
    loot.jar.take(answer.headers);
    const reauth = answer.status === 428 ? (answer.body as ErrorBody).error.reauth : undefined;
    if (!reauth || !(await prove(loot, of, reauth, act))) return answer;
  }
}

/** @returns false when the thief has not got what is asked for */
async function prove({ jar, password, readsSms }: Loot, { client }: Victim, reauth: Reauth, act?: object) {
  const { level, purpose = 'full', methods } = reauth;
  const method =
    level === 'full' && password !== undefined ? 'password' : (methods.at(level === 'full' ? -1 : 0) ?? 'otp');
  if (method === 'password' ? password === undefined : !readsSms) return false;
  // A code for another purpose was sent a moment ago.
  loans.clock.pass({ minutes: 1 });
  const body = { purpose, method, ...(act && { act }) };
  const started = await callEndpoint(loans, startStepUp, { headers: jar.headers, body });
  if (started.kind !== 'accepted') throw new Error(JSON.stringify(started.body));
  const params = { id: started.body.challenge.id };
  const proof = method === 'password' ? { password } : { code: await codeTo(loans, client.phone) };
  jar.take((await callEndpoint(loans, answerChallenge, { params, headers: jar.headers, body: proof })).headers);
  return true;
}

const isOpen = async ({ client }: Victim, kind: 'EMAIL' | 'BANK_ACCOUNT') =>
  (
    await loans.db.kysely
      .selectFrom('contact_change')
      .select('counts_at')
      .where('person_id', '=', client.personId)
      .where('kind', '=', kind)
      .where('counts_at', '>=', new Date(loans.clock.now() + 23 * 3_600_000))
      .execute()
  ).length === 1;

const LATER = 'a day later, told at once';
const NO = '–';

/** Acts of a thief, each with how far it came. */
const ACTS: Readonly<Record<string, (loot: Loot, of: Victim) => Promise<string>>> = {
  read: async (loot, of) =>
    (await call(loot, of, getProfile, { query: { view: 'full' } })).status === 200 ? 'read' : NO,
  sign: async (loot, of) => {
    const quote = await call(loot, of, makeExtensionQuote, { body: { term: 14 } });
    if (quote.kind !== 'accepted') return NO;
    const body = { quoteId: (quote.body as { readonly quoteId: string }).quoteId, method: 'MANUAL' };
    return (await call(loot, of, requestExtension, { body }, body)).status === 201 ? 'signed' : NO;
  },
  'change the mailbox': async (loot, of) => {
    await call(loot, of, changeEmail, { body: { newEmail: 'ladron@example.pe' } });
    return (await isOpen(of, 'EMAIL')) ? LATER : NO;
  },
  'be paid out elsewhere': async (loot, of) => {
    const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
    await call(loot, of, changeBankAccount, { body });
    return (await isOpen(of, 'BANK_ACCOUNT')) ? LATER : NO;
  },
  'add a passkey': async (loot, of) => ((await call(loot, of, startPasskey)).status === 200 ? LATER : NO),
};

/** The answer of each cell, in the order of the acts. */
const TABLE: Readonly<Record<keyof typeof THIEVES, readonly string[]>> = {
  'the SIM': [NO, NO, NO, NO, NO],
  'the mailbox': [NO, NO, NO, NO, NO],
  'the SIM and the mailbox': ['read', 'signed', LATER, LATER, LATER],
  'the unlocked phone for a minute': ['read', 'signed', NO, NO, NO],
  'the phone, without the finger': [NO, NO, NO, NO, NO],
  'a page that looks like ours': [NO, NO, NO, NO, NO],
  'the passkey with its finger': ['read', NO, NO, NO, NO],
  'the password, told by telephone': [NO, NO, NO, NO, NO],
  'the password of an operator': [NO, NO, NO, NO, NO],
};

test.each(Object.entries(TABLE))('who has %s comes this far', async (name, answers) => {
  const cells: string[] = [];
  for (const act of Object.values(ACTS)) {
    const of = await victim();
    cells.push(await act((await THIEVES[name]?.(of)) as Loot, of));
  }
  const acts = Object.keys(ACTS);
  expect(Object.fromEntries(acts.map((act, at) => [act, cells[at]]))).toEqual(
    Object.fromEntries(acts.map((act, at) => [act, answers[at]])),
  );
});
