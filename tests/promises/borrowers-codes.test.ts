import { expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import { anAgreement, signatureOf } from '#tests/support/applications/applicant.ts';
import { aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough } from '#tests/support/loans/loan-service.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { type Borrower, proveAgain } from '#tests/support/people/borrower.ts';
import { promise } from './promise.ts';

const lending = withClientLoans();
const plain = (text: string) => text.replace(/\u00a0/g, ' ');
const FILE = 'src/server/lending/people/messages/code-message.ts';

const ask = ({ headers }: Borrower, purpose: string, act?: object) =>
  callEndpoint(lending, startStepUp, { headers, body: { purpose, method: 'otp', ...(act && { act }) } });

/** Reads what the client does when a code for this is sent. */
async function smsFor(client: Borrower, purpose: string, act?: object): Promise<string> {
  acceptedBody(await ask(client, purpose, act));
  return plain((await messagesTo(lending, client.phone)).at(-1)?.body ?? '');
}

/** Sends a code for this and answers it. */
async function prove(client: Borrower, purpose: string, act: object): Promise<void> {
  const { challenge } = acceptedBody(await ask(client, purpose, act));
  const body = { code: await codeTo(lending, client.phone) };
  const { headers } = client;
  acceptedBody(await callEndpoint(lending, answerChallenge, { headers, params: { id: challenge.id }, body }));
}

promise('firmar tu préstamo de {amount} y pagar {total} en total', { file: FILE, tags: 'promise-codes' }, async () => {
  const { applicant, agreement } = await anAgreement(lending);
  const { code } = await signatureOf(lending, applicant, agreement);
  const [sms] = await messagesTo(lending, applicant.phone);
  expect(plain(sms?.body ?? '')).toMatch(
    `Mañay: usa ${code} para firmar tu préstamo de S/ 500,00 y pagar S/ 573,03 en total.`,
  );
});

promise('extender tu préstamo hasta el {date} por {amount}', { file: FILE, tags: 'promise-codes' }, async () => {
  const client = await aClientOn(lending, '2026-02-14');
  const [fourteen, thirty] = [await aQuote(lending, client), await aQuote(lending, client, 30)];
  const act = { quoteId: fourteen.quoteId, method: 'MANUAL' };
  expect(await smsFor(client, 'extend', act)).toContain('para extender tu préstamo hasta el 28/02/2026 por S/ 26,22.');
  lending.clock.pass({ minutes: 2 });
  await prove(client, 'extend', act);
  // What was not named is not signed.
  expect((await askToExtend(lending, client, { quoteId: thirty.quoteId })).status).toBe(428);
  expect((await askToExtend(lending, client, { quoteId: fourteen.quoteId })).status).not.toBe(428);
});

promise('aceptar tu plan de {count} pagos, {amount} en total', { file: FILE, tags: 'promise-codes' }, async () => {
  const client = await aClientOn(lending, '2026-02-24');
  const act = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
  expect(await smsFor(client, 'confirm-plan', act)).toContain('para aceptar tu plan de 3 pagos, S/ 585,31 en total.');
  lending.clock.pass({ minutes: 2 });
  await prove(client, 'confirm-plan', act);
  const { headers } = client;
  const other = { ...act, numberOfPayments: 2 };
  expect((await callEndpoint(lending, confirmPaymentPlan, { headers, body: other })).status).toBe(428);
  expect((await callEndpoint(lending, confirmPaymentPlan, { headers, body: act })).status).toBe(200);
});

promise('activar el pago flexible desde {amount} al mes', { file: FILE, tags: 'promise-codes' }, async () => {
  const client = await aClientOn(lending, '2026-03-02');
  const sms = await smsFor(client, 'activate-flex', { acceptTerms: true });
  expect(sms).toContain('para activar el pago flexible desde S/ 99,39 al mes.');
});

promise(
  'ampliar tu préstamo en {amount} y devolver {total} por ello',
  { file: FILE, tags: 'promise-codes' },
  async () => {
    const client = await aToppableClient(lending);
    const { headers } = client;
    const want = (principal: number) => callEndpoint(lending, requestTopUp, { headers, body: { principal } });
    const act = { acceptTerms: true };
    await want(200);
    expect(await smsFor(client, 'top-up', act)).toContain(
      'para ampliar tu préstamo en S/ 200,00 y devolver S/ 214,66 por ello.',
    );
    lending.clock.pass({ minutes: 2 });
    await prove(client, 'top-up', act);
    // Another top-up has another code.
    expect((await callEndpoint(lending, declineTopUp, { headers })).status).toBe(200);
    expect((await want(100)).status).toBe(201);
    expect((await callEndpoint(lending, signTopUp, { headers, body: act })).status).toBe(428);
  },
);

promise('cambiar la cuenta donde te depositamos', { file: FILE, tags: 'promise-codes' }, async () => {
  const client = await aClientOn(lending, '2026-02-14');
  await proveAgain(lending, client, ['change-bank-account', 'change-email']);
  const WORDS = {
    'change-bank-account': 'para cambiar la cuenta donde te depositamos.',
    'change-email': 'para cambiar el correo de tu cuenta.',
    'close-account': 'para cerrar tu cuenta.',
    'change-password': 'para cambiar tu contraseña.',
    'data-request': 'para enviar una solicitud sobre tus datos.',
  };
  for (const [purpose, words] of Object.entries(WORDS)) expect(await smsFor(client, purpose)).toContain(words);
});

test('the price of a top-up that the code named is charged, and no other', async () => {
  const [same, other] = [await aToppableClient(lending), await aToppableClient(lending)];
  const act = { acceptTerms: true };
  const sign = ({ headers }: Borrower) => callEndpoint(lending, signTopUp, { headers, body: act });
  for (const client of [same, other]) {
    const { headers } = client;
    acceptedBody(await callEndpoint(lending, requestTopUp, { headers, body: { principal: 200 } }));
    await prove(client, 'top-up', act);
  }
  expect((await sign(same)).status).toBe(200);
  const price = { teaPercent: '90.00', fees: [] };
  await changeParameter(lending.db, { kind: 'price', key: '1', from: '2026-01-25', value: price });
  expect((await sign(other)).status).toBe(428);
});

test('a proof that names nothing, as those of earlier releases, signs nothing', async () => {
  const client = await aClientOn(lending, '2026-02-14');
  const { quoteId } = await aQuote(lending, client);
  await prove(client, 'extend', { quoteId, method: 'MANUAL' });
  const ofClient = lending.db.kysely.updateTable('challenge').where('person_id', '=', client.personId);
  await ofClient.where('method', '=', 'otp').set({ subject: null }).execute();
  const answer = await askToExtend(lending, client, { quoteId });
  expect(answer).toMatchObject({ status: 428, body: { error: { reauth: { methods: ['otp'] } } } });
});

test('no code is sent for a quote or a top-up that can be had no more', async () => {
  const client = await aToppableClient(lending);
  const { headers } = client;
  const { quoteId } = await aQuote(lending, client);
  const quoted = { quoteId, method: 'MANUAL' };
  await closeThrough(lending, '2026-01-26');
  expect(fieldCodes(await ask(client, 'extend', quoted))).toEqual(['act.invalid']);
  const act = { acceptTerms: true };
  acceptedBody(await callEndpoint(lending, requestTopUp, { headers, body: { principal: 200 } }));
  await closeThrough(lending, '2026-01-28');
  expect(fieldCodes(await ask(client, 'top-up', act))).toEqual(['act.invalid']);
  expect(await messagesTo(lending, client.phone)).toEqual([]);
});

test('no code is sent for a signature that does not say what it signs', { tags: 'promise-codes' }, async () => {
  const client = await aClientOn(lending, '2026-02-14');
  for (const purpose of ['extend', 'sign-agreement', 'confirm-plan', 'top-up']) {
    expect(fieldCodes(await ask(client, purpose))).toEqual(['act.required']);
  }
  const nobodys = { quoteId: '019c5d4a-1c00-7000-8000-000000000001', method: 'MANUAL' };
  expect(fieldCodes(await ask(client, 'extend', nobodys))).toEqual(['act.invalid']);
  expect(await messagesTo(lending, client.phone)).toEqual([]);
});
