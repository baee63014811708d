import { expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, signIn as newSession } from '#tests/support/people/borrower.ts';
import { aClient, PASSWORD } from '#tests/support/people/client.ts';
import { aVisitor } from '#tests/support/people/registration.ts';

const lending = withTestLending({ trustedProxies: 1 });
let address = 0;
const stranger = () => ({ 'X-Forwarded-For': `203.0.113.${++address}` });
const askToSignIn = (identifier: string) =>
  callEndpoint(lending, sendSignInCode, { body: { identifier }, headers: stranger() });
const register = (phone: string) =>
  callEndpoint(lending, startRegistration, { body: aVisitor({ phone: phone.slice(3) }), headers: stranger() });
const codesTo = async (phone: string) =>
  (await messagesTo(lending, phone)).filter(({ template }) => template === 'identity-code').length;

/** Five codes to sign in, which somebody who is nobody is answered in the same way. */
async function exhaust(phone: string): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    expect((await askToSignIn(phone)).status).toBe(202);
    lending.clock.pass({ minutes: 2 });
  }
}

test('after five codes to sign in, a registration tells a client’s telephone from nobody’s in no way, and sends nothing', async () => {
  const client = await aClient(lending);
  const answers = [];
  for (const phone of [client.phone, '+51955123001']) {
    await exhaust(phone);
    const begun = await register(phone);
    lending.clock.pass({ minutes: 1 });
    const params = { id: acceptedBody(begun).registrationId };
    const resend = () => callEndpoint(lending, resendRegistrationCode, { params, body: { channel: 'SMS' } });
    answers.push([begun.status, (await resend()).status, (await resend()).status]);
  }
  expect(answers).toEqual([
    [201, 202, 409],
    [201, 202, 409],
  ]);
  expect(await codesTo(client.phone)).toBe(5);
});

test('after five codes to sign in, a change to that telephone is answered like any other, and sends nothing', async () => {
  const client = await aClient(lending);
  const thief = await aBorrower(lending, { stepUp: ['change-phone'] });
  for (const phone of [client.phone, '+51955123002']) {
    await exhaust(phone);
    const body = { newPhone: phone.slice(3) };
    expect((await callEndpoint(lending, changePhone, { headers: thief.headers, body })).status).toBe(202);
    lending.clock.pass({ minutes: 2 });
  }
  expect(await codesTo(client.phone)).toBe(5);
});

test('ten codes a day that strangers ask for keep nobody from those behind a password, a session or a reset link', async () => {
  const client = await aClient(lending);
  await exhaust(client.phone);
  lending.clock.pass({ minutes: 61 });
  for (let n = 0; n < 5; n += 1) {
    expect((await register(client.phone)).status).toBe(201);
    lending.clock.pass({ minutes: 2 });
  }
  expect(await codesTo(client.phone)).toBe(10);
  lending.clock.pass({ minutes: 61 });
  expect((await register(client.phone)).status).toBe(201);
  expect((await askToSignIn(client.documentNumber)).status).toBe(202);
  expect(await codesTo(client.phone)).toBe(10);

  const entered = await callEndpoint(lending, signIn, {
    body: { identifier: client.documentNumber, password: PASSWORD },
    headers: stranger(),
  });
  expect(acceptedBody(entered)).toMatchObject({ challenge: { method: 'otp' } });
  expect(await codesTo(client.phone)).toBe(11);
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email }, headers: stranger() });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  expect((await callEndpoint(lending, sendResetCode, { body: { token } })).status).toBe(202);
  const { headers } = await newSession(lending, client.personId);
  for (const purpose of ['close-account', 'data-request'] as const) {
    expect((await callEndpoint(lending, startStepUp, { headers, body: { purpose } })).status).toBe(201);
  }
  expect(await codesTo(client.phone)).toBe(14);
});

test('codes behind a proof are five an hour for one client and telephone, and one client’s use up nothing of another’s', async () => {
  const shared = '+51955123003';
  const [one, other] = [await aBorrower(lending, { phone: shared }), await aBorrower(lending, { phone: shared })];
  const ask = async ({ headers }: typeof one) =>
    (await callEndpoint(lending, startStepUp, { headers, body: { purpose: 'close-account' } })).status;
  const statuses = [];
  for (let n = 0; n < 6; n += 1) {
    statuses.push(await ask(one));
    lending.clock.pass({ minutes: 2 });
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect(await ask(other)).toBe(201);
});
