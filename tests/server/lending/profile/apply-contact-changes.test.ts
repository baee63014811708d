import { sql } from 'kysely';
import { test as base, beforeEach, describe, expect } from 'vitest';
import type { StepUpPurpose } from '#api/access.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { createLog } from '#server/kit/log.ts';
import { stopContactChanges } from '#server/lending/people/contact-change.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { listTasks, openTask } from '#server/lending/staff/task-store.ts';
import { aRepeatClient, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { aClient, type CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';

const lending = withTestLending();
const test = base.extend('client', () => aClient(lending));
const NEW = 'el puente cruza cuatro ríos';
const THIEF = { phone: '+51912000999', email: 'ladron@example.pe' };
/** The database keeps what it counted: every test is of another day. */
let day = 0;
beforeEach(() => lending.clock.pass({ hours: 72 * ++day }));
const ORIGIN = { caller: '203.0.113.7', userAgent: 'Test', language: 'es', deviceSecret: undefined } as const;

const CHANGES = [
  ['change-email', changeEmail, { newEmail: THIEF.email }],
  ['change-phone', changePhone, { newPhone: THIEF.phone }],
  ['change-bank-account', changeBankAccount, { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' }],
] as const;
type Headers = Record<string, string>;

const personOf = ({ personId }: Borrower) => readPerson(lending.db.kysely, lending.vault, personId);
const changesOf = async ({ personId }: Borrower) => {
  const rows = lending.db.kysely.selectFrom('contact_change').select('status').where('person_id', '=', personId);
  return (await rows.orderBy('status').execute()).map(({ status }) => status);
};
const apply = () => applyContactChanges(identityContext(lending));
const stop = (token: string) => stopContactChanges(identityContext(lending), token, ORIGIN);

/** Asks as a browser, and proves with whatever it has. */
async function prove(headers: Headers, purpose: StepUpPurpose, method: 'password' | 'otp', proof: object) {
  const started = await callEndpoint(lending, startStepUp, { headers, body: { purpose, method } });
  if (started.kind !== 'accepted') return started.status;
  const params = { id: started.body.challenge.id };
  const code =
    method === 'otp' && !('code' in proof) ? { code: await codeTo(lending, (proof as { to: string }).to) } : proof;
  const answer = await callEndpoint(lending, answerChallenge, { params, body: code, headers });
  if (answer.kind === 'accepted' && answer.headers.getSetCookie().length > 0) rotated = answer.headers;
  return answer.status;
}
let rotated: globalThis.Headers;

/** The client themselves: password, then the code. */
async function proveBoth(
  jar: CookieJar,
  client: Borrower,
  purpose: StepUpPurpose,
  to = purpose === 'change-phone' ? client.email : client.phone,
): Promise<void> {
  expect(await prove(jar.headers, purpose, 'password', { password: PASSWORD })).toBe(200);
  jar.take(rotated);
  expect(await prove(jar.headers, purpose, 'otp', { to })).toBe(200);
  jar.take(rotated);
}

async function changeAll(jar: CookieJar, client: Borrower, only?: StepUpPurpose): Promise<void> {
  for (const [purpose, endpoint, body] of CHANGES) {
    if (only && purpose !== only) continue;
    await proveBoth(jar, client, purpose);
    const asked = await callEndpoint(lending, endpoint, { headers: jar.headers, body });
    expect(asked.kind).toBe('accepted');
    if (purpose !== 'change-phone') continue;
    const { challenge } = asked.body as { challenge: { id: string } };
    const proof = { challengeId: challenge.id, code: await codeTo(lending, THIEF.phone) };
    expect((await callEndpoint(lending, confirmPhone, { headers: jar.headers, body: proof })).status).toBe(200);
  }
}

describe('a thief', () => {
  test('with the telephone alone opens no session in a browser of their own', {
    tags: ['asvs-6.3.3', 'asvs-6.3.4'],
  }, async ({ client }) => {
    const { challenge } = acceptedBody(
      await callEndpoint(lending, sendSignInCode, { body: { identifier: client.phone } }),
    );
    const body = { code: await codeTo(lending, client.phone), trustDevice: true };
    const answer = await callEndpoint(lending, answerChallenge, { params: { id: challenge.id }, body });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(acceptedBody(answer)).toMatchObject({ challenge: { method: 'password' } });
  });

  test('with the telephone and a browser the client trusts changes no contact and no password', {
    tags: 'asvs-6.3.4',
  }, async ({ client }) => {
    const jar = await enter(lending, client, { trustDevice: true });
    for (const [purpose, endpoint, body] of CHANGES) {
      expect(await prove(jar.headers, purpose, 'otp', { to: client.phone })).toBe(400);
      expect(await prove(jar.headers, purpose, 'password', { password: NEW })).toBe(400);
      expect((await callEndpoint(lending, endpoint, { headers: jar.headers, body })).status).toBe(428);
    }
    lending.clock.pass({ minutes: 2 });
    expect(await prove(jar.headers, 'change-password', 'otp', { to: client.phone })).toBe(200);
    jar.take(rotated);
    lending.clock.pass({ minutes: 2 });
    const body = { currentPassword: 'no la sé de memoria', newPassword: NEW };
    const changed = await callEndpoint(lending, changePassword, { headers: jar.headers, body });
    expect([changed.status]).toEqual([400]);
    expect(await personOf(client)).toMatchObject({ phone: client.phone, email: client.email });
  });

  test('with the session of a client who was paid before, and the telephone, names no account in an application', async () => {
    const client = await aRepeatClient(lending);
    const { headers } = client;
    await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY });
    expect(await prove(headers, 'change-bank-account', 'otp', { to: client.phone })).toBe(400);
    const body = aFinancialStep({ bankId: 'bbva', cci: '01181400021234567818' });
    expect((await callEndpoint(lending, submitFinancialStep, { headers, body })).status).toBe(428);
    expect(await changesOf(client)).toEqual([]);
  });

  test('with the mailbox alone sets no password', { tags: 'asvs-6.4.3' }, async ({ client }) => {
    await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
    const token = await linkTo(lending, client.email, 'identity-password-reset');
    // A code of another challenge, to a telephone of their own, is not a proof either.
    const theirs = await aClient(lending, { phone: THIEF.phone });
    const asked = await callEndpoint(lending, sendSignInCode, { body: { identifier: theirs.documentNumber } });
    const { challenge } = acceptedBody(asked);
    const proof = { challengeId: challenge.id, code: await codeTo(lending, THIEF.phone) };
    const answer = await callEndpoint(lending, resetPassword, { body: { token, password: NEW, ...proof } });
    expect(answer.status).toBe(400);
    expect((await enter(lending, client)).get('auth')).toBeDefined();
  });

  test('with a stolen session and the password changes nothing: the code goes to the client', {
    tags: 'asvs-7.5.1',
  }, async ({ client }) => {
    const jar = await enter(lending, client);
    for (const [purpose, endpoint, body] of CHANGES) {
      expect(await prove(jar.headers, purpose, 'password', { password: PASSWORD })).toBe(200);
      jar.take(rotated);
      expect(await prove(jar.headers, purpose, 'otp', { code: '000000' })).toBe(400);
      const refused = await callEndpoint(lending, endpoint, { headers: jar.headers, body });
      expect([refused.status, refused.body]).toMatchObject([428, { error: { reauth: { methods: ['otp'] } } }]);
    }
  });

  test('who has session, password and code is stopped by any of the old channels within the day', async () => {
    for (const channel of ['phone', 'email'] as const) {
      const client = await aClient(lending, channel === 'phone' ? {} : { phone: '+51912111222' });
      const jar = await enter(lending, client);
      lending.clock.pass({ minutes: 2 });
      await changeAll(jar, client);
      lending.clock.pass({ hours: 23 });
      await apply();
      // The first news was of the e-mail; its link stops what came after it too.
      expect(await stop(await linkTo(lending, client[channel], 'identity-email-changing'))).toBe('stopped');
      lending.clock.pass({ hours: 2 });
      await apply();
      expect(await personOf(client)).toMatchObject({ phone: client.phone, email: client.email });
      expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(401);
      const named = lending.db.kysely.selectFrom('bank_account').select('id').where('person_id', '=', client.personId);
      expect(await named.execute()).toEqual([]);
    }
  });

  test('does not silence the first change by a second one: the channels of before are told of it too', async ({
    client,
  }) => {
    const jar = await enter(lending, client);
    lending.clock.pass({ minutes: 2 });
    await changeAll(jar, client, 'change-phone');
    lending.clock.pass({ hours: 23 });
    await changeAll(jar, client, 'change-bank-account');
    lending.clock.pass({ hours: 2 });
    await apply();
    expect((await personOf(client))?.phone).toBe(THIEF.phone);
    // The bank account still waits; the next change is told to the telephone of before as well.
    await proveBoth(jar, client, 'change-email', THIEF.phone);
    await callEndpoint(lending, changeEmail, { headers: jar.headers, body: { newEmail: THIEF.email } });
    const told = (await messagesTo(lending, client.phone)).map(({ template }) => template);
    expect(told).toContain('identity-email-changing');
    expect(await stop(await linkTo(lending, client.phone, 'identity-email-changing'))).toBe('stopped');
  });
});

describe('at the same moment', () => {
  async function waiting() {
    const client = await aClient(lending);
    const jar = await enter(lending, client);
    lending.clock.pass({ minutes: 2 });
    await changeAll(jar, client, 'change-phone');
    return { client, token: await linkTo(lending, client.phone, 'identity-phone-changing') };
  }

  test('the stop link and the end of the day: one of them decides, and the telephone says which', async () => {
    const { client, token } = await waiting();
    lending.clock.pass({ hours: 24 });
    const [stopped] = await Promise.all([stop(token), apply(), apply()]);
    expect((await personOf(client))?.phone).toBe(stopped === 'stopped' ? client.phone : THIEF.phone);
    expect(await changesOf(client)).toEqual([stopped === 'stopped' ? 'STOPPED' : 'APPLIED']);
  });

  test('five presses of the stop link are one', async () => {
    const { token } = await waiting();
    const done = await Promise.all(Array.from({ length: 5 }, () => stop(token)));
    expect(done.filter((one) => one === 'stopped')).toHaveLength(1);
  });

  test('two changes of one kind leave one open, and the client is told of each', async ({ client }) => {
    const jar = await enter(lending, client);
    lending.clock.pass({ minutes: 2 });
    await proveBoth(jar, client, 'change-email');
    const ask = (newEmail: string) => callEndpoint(lending, changeEmail, { headers: jar.headers, body: { newEmail } });
    const answers = await Promise.all([ask('una@example.pe'), ask('otra@example.pe')]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await changesOf(client)).toEqual(['REPLACED', 'SENT']);
    const told = (await messagesTo(lending, client.phone)).filter(({ template }) =>
      template.endsWith('email-changing'),
    );
    expect(told).toHaveLength(2);
  });
});

test('a new mailbox that does not answer within the day changes nothing', {
  tags: 'promise-a-change-of-e-mail-telephone-or-bank-account',
}, async ({ client }) => {
  const jar = await enter(lending, client);
  lending.clock.pass({ minutes: 2 });
  await changeAll(jar, client, 'change-email');
  lending.clock.pass({ hours: 24 });
  await apply();
  expect((await personOf(client))?.email).toBe(client.email);
  expect(await changesOf(client)).toEqual(['EXPIRED']);
});

test('a change that does not open keeps no other waiting: staff are told, and the log has what was applied', async () => {
  const ask = async () => {
    const client = await aClient(lending);
    const jar = await enter(lending, client);
    await changeAll(jar, client, 'change-bank-account');
    lending.clock.pass({ minutes: 2 });
    return client;
  };
  const [broken, whole] = [await ask(), await ask()];
  await lending.db.kysely
    .updateTable('contact_change')
    .set({ value_sealed: 'v1.broken' })
    .where('person_id', '=', broken.personId)
    .execute();
  lending.clock.pass({ hours: 24 });
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'lending' }, { write: (line) => void lines.push(line) });
  await applyContactChanges({ ...identityContext(lending), log });
  expect([await changesOf(broken), await changesOf(whole)]).toEqual([['PENDING'], ['APPLIED']]);
  expect((await listTasks(lending.db.kysely)).filter(({ kind }) => kind === 'contact-change-stuck')).toMatchObject([
    { subject: `person:${broken.personId}` },
  ]);
  const events = lines.map((line) => JSON.parse(line)).filter((entry) => 'security' in entry);
  expect(events).toMatchObject([
    { security: 'secret-changed', what: 'apply-contact-change', person: broken.personId, outcome: 'failed' },
    { security: 'secret-changed', what: 'apply-bank-account-change', person: whole.personId, outcome: 'ok' },
  ]);
});

test('the task about a change that did not apply ends with the change, or the change waits for the next round', async () => {
  const { kysely } = lending.db;
  const client = await aClient(lending);
  const jar = await enter(lending, client);
  await changeAll(jar, client, 'change-bank-account');
  const kind = 'contact-change-stuck';
  const stuck = { kind, subject: `person:${client.personId}`, says: kind } as const;
  await openTask(kysely, stuck, lending.clock.now());
  lending.clock.pass({ hours: 25 });
  await sql`create function no_end() returns trigger language plpgsql as
    $$ begin raise exception 'the process died'; end $$`.execute(kysely);
  await sql`create trigger no_end before update on staff_task for each row execute function no_end()`.execute(kysely);
  await apply();
  await sql`drop function no_end cascade`.execute(kysely);
  const tasks = async () => (await listTasks(kysely)).filter(({ subject }) => subject === stuck.subject).length;
  expect([await changesOf(client), await tasks()]).toEqual([['PENDING'], 1]);
  await apply();
  expect([await changesOf(client), await tasks()]).toEqual([['APPLIED'], 0]);
});
