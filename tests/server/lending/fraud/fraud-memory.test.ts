import { describe, expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import type { ApplicationStage } from '#loan/application.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import {
  type ApplicantOptions,
  anApplicant,
  aSigner,
  EX1_INQUIRY,
  NO_PICTURES,
  payOut,
  scoringContext,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import { aFinancialStep, aPersonalStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const PATH = '/api/v1/staff/fraud-flags';
const note = 'Revisado con el cliente.';
const REASON = 'The face is another person’s.';

interface File {
  readonly fraudFlags: readonly { readonly kind: string; readonly reference: string; readonly isOwn: boolean }[];
  readonly decisions: readonly {
    readonly outcome: string;
    readonly findings: readonly { readonly concern?: string }[];
  }[];
}
const referenceOf = async (applicant: Borrower) => (await stateOf(lending, applicant)).application?.reference;
const fileOf = async (applicant: Borrower) =>
  (await operator('Ana', `/api/v1/staff/applications/${await referenceOf(applicant)}`)).body as unknown as File;

/** Makes the same call as both. @returns the second answer */
async function both(path: string, body: object) {
  expect((await operator('Ana', path, body)).status).toBeLessThan(300);
  return operator('Luis', path, body);
}

async function flagFraud(applicant: Borrower): Promise<void> {
  const { body } = await both(`/api/v1/staff/applications/${await referenceOf(applicant)}/flag-fraud`, { note });
  expect(body).toEqual({ kind: 'done', stage: 'REJECTED' });
}

const DEVICE = uuidv7(Date.now());
/** A client whose browser has the cookie of a device; decided by the engine. */
async function byDevice(stage: ApplicationStage, device: string): Promise<Borrower> {
  const applicant = await anApplicant(lending, 'DEVICE');
  const headers = { ...applicant.headers, Cookie: `${applicant.headers.Cookie}; __Host-did=${device}` };
  acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body: NO_PICTURES }));
  await scoreApplications(scoringContext(lending));
  expect((await stateOf(lending, applicant)).application?.stage).toBe(stage);
  return applicant;
}

describe('after two colleagues have flagged a client', () => {
  test.each<[string, ApplicantOptions, ApplicantOptions]>([
    ['telephone', { personal: { altPhone: '987111222' } }, { personal: { altPhone: '+51 987 111 222' } }],
    ['account', { financial: { cci: '00219100001234567852' } }, { financial: { cci: '002 191 000012345678 52' } }],
    [
      'address',
      { personal: { street: 'Las Camelias', number: '77', apartment: '3' } },
      { personal: { street: 'LAS  CAMÉLIAS', number: '77', apartment: '3.' } },
    ],
  ])('somebody new who comes with the same %s goes to people, who see why', async (_, used, options) => {
    const flagged = await anApplicant(lending, 'OFFER', used);
    await flagFraud(flagged);
    // A refusal would be an automatic decision as well.
    const poor = { financial: { monthlyIncome: 300, monthlyExpenses: 0, ...options.financial } };
    const comer = await anApplicant(lending, 'MANUAL_REVIEW', { ...options, ...poor });
    const { fraudFlags, decisions } = await fileOf(comer);
    expect(fraudFlags).toMatchObject([{ reference: await referenceOf(flagged), isOwn: false }]);
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['REFER']);
    expect(decisions[0]?.findings.map(({ concern }) => concern)).toContain('fraud_flag');
    const tasks = (await operator('Rosa', '/api/v1/staff/tasks?kind=application-review')).body['tasks'];
    const told = { subject: await referenceOf(comer), note: expect.stringMatching(/^Decide: .*\bFraud flag\b/) };
    expect(tasks).toEqual(expect.arrayContaining([expect.objectContaining(told)]));
    // Somebody with nothing in common is decided by the engine.
    await anApplicant(lending, 'OFFER');
  });

  test('so does who comes with the same device', async () => {
    const flagged = await byDevice('OFFER', DEVICE);
    await flagFraud(flagged);
    const comer = await byDevice('MANUAL_REVIEW', DEVICE);
    expect((await fileOf(comer)).fraudFlags).toMatchObject([{ kind: 'device', isOwn: false }]);
    await byDevice('OFFER', uuidv7(Date.now()));
  });

  test('and the client, with another telephone, account, device and address', async () => {
    const flagged = await anApplicant(lending, 'OFFER');
    await flagFraud(flagged);
    lending.clock.moveTo('2026-03-01');
    const { headers } = flagged;
    const change = { phone_index: null, phone_sealed: null };
    await lending.db.kysely.updateTable('person').set(change).where('id', '=', flagged.personId).execute();
    acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
    acceptedBody(await callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep({ street: 'Otra' }) }));
    const other = aFinancialStep({ cci: '01181400021234567818', bankId: 'bbva' });
    await callEndpoint(lending, submitFinancialStep, { headers, body: other });
    await callEndpoint(lending, submitDeviceStep, { headers, body: NO_PICTURES });
    await scoreApplications(scoringContext(lending));
    expect((await stateOf(lending, flagged)).application?.stage).toBe('MANUAL_REVIEW');
    expect((await fileOf(flagged)).fraudFlags.every(({ isOwn }) => isOwn)).toBe(true);
  });
});

test('a document that was stolen is flagged before anybody registers with it', async () => {
  const thing = { kind: 'document', documentType: 'DNI', documentNumber: '46444444' };
  expect((await both(PATH, { thing, reason: 'Reported as stolen.' })).body).toEqual({ flags: 1 });
  const comer = await anApplicant(lending, 'MANUAL_REVIEW', { documentNumber: '46444444' });
  expect((await fileOf(comer)).fraudFlags).toMatchObject([{ kind: 'document', isOwn: false, reference: null }]);
});

test('under a flag one person approves nothing, and after two have lifted it the engine decides again', async () => {
  const cci = '00219100000000077752';
  const thing = { kind: 'cci', cci };
  await both(PATH, { thing, reason: REASON });
  const comer = await anApplicant(lending, 'MANUAL_REVIEW', { financial: { cci } });
  const approve = `/api/v1/staff/applications/${await referenceOf(comer)}/approve`;
  expect((await operator('Ana', approve, { amount: 400, note })).body).toEqual({ kind: 'second-needed' });
  expect((await operator('Ana', approve, { amount: 400, note })).body.error?.code).toBe('four_eyes');
  expect((await operator('Luis', approve, { amount: 400, note })).body).toEqual({ kind: 'done', stage: 'OFFER' });
  const { flags } = (await operator('Ana', `${PATH}/look-up`, { thing })).body as { flags: { id: string }[] };
  const lift = `${PATH}/${flags[0]?.id}/lift`;
  expect((await operator('Ana', lift, { reason: 'A family shares it.' })).status).toBe(202);
  expect((await operator('ANA', lift, { reason: 'A family shares it.' })).body.error?.code).toBe('four_eyes');
  await anApplicant(lending, 'MANUAL_REVIEW', { financial: { cci } });
  expect((await operator('Luis', lift, { reason: 'A family shares it.' })).body).toEqual({ flags: 1 });
  // Two people with one account: that is another doubt, and no flag.
  const next = await anApplicant(lending, 'MANUAL_REVIEW', { financial: { cci } });
  expect((await fileOf(next)).fraudFlags).toEqual([]);
});

test('who owes a loan under a flag gets no top-up, and is not told why', async () => {
  const client = await aSigner(lending, { inquiry: { singlePayInquiry: { amount: 300, term: 30, productId: 1 } } });
  await payOut(lending);
  const { headers } = client;
  lending.clock.moveTo('2026-01-23');
  const isOffered = async () => acceptedBody(await callEndpoint(lending, getActiveLoan, { headers })).topUpAvailable;
  expect(await isOffered()).toBe(true);
  const thing = { kind: 'document', documentType: 'DNI', documentNumber: client.documentNumber };
  await both(PATH, { thing, reason: REASON });
  expect(await isOffered()).toBe(false);
  const answer = await callEndpoint(lending, requestTopUp, { headers, body: { principal: 50 } });
  expect(answer).toMatchObject({ kind: 'refused', status: 409 });
  expect(JSON.stringify(answer)).not.toMatch(/fraud|flag/i);
});

test('no one person lends to a flagged client or account by hand', async () => {
  const client = await anApplicant(lending, 'PERSONAL');
  const order = {
    personId: client.personId,
    productId: 1,
    amount: 300,
    term: 30,
    bankId: '002',
    holder: 'Rosa Quispe',
  };
  const cci = '00219100000000088852';
  await both(PATH, { thing: { kind: 'cci', cci }, reason: REASON });
  expect((await operator('Ana', '/api/v1/staff/loans', { ...order, cci })).status).toBe(202);
  expect((await operator('Ana', '/api/v1/staff/loans', { ...order, cci: '00219100000000099952' })).status).toBe(201);
});
