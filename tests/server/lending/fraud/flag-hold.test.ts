import { describe, expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import {
  anAgreement,
  anApplicant,
  aSigner,
  payOut,
  readAgreement,
  scoringContext,
  signatureOf,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import { accept, offerOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { TestBank } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower, proveAgain } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const FLAGS = '/api/v1/staff/fraud-flags';
const APPLICATIONS = '/api/v1/staff/applications';
const note = 'Revisado con el cliente.';
const reason = 'The face is another person’s.';

/** Makes the same call as both. @returns the second answer */
async function both(path: string, body: object) {
  expect((await operator('Ana', path, body)).status).toBeLessThan(300);
  return operator('Luis', path, body);
}
const documentOf = ({ documentNumber }: Borrower) => ({ kind: 'document', documentType: 'DNI', documentNumber });
const flag = async (thing: object) => expect((await both(FLAGS, { thing, reason })).body['flags']).toBeGreaterThan(0);
async function lift(thing: object) {
  const { flags } = (await operator('Ana', `${FLAGS}/look-up`, { thing })).body as { flags: { caseId: string }[] };
  expect((await both(`${FLAGS}/${flags.at(-1)?.caseId}/lift`, { reason: 'Both were here.' })).status).toBe(200);
}
const referenceOf = async (client: Borrower) => (await stateOf(lending, client)).application?.reference ?? '';
const stageOf = async (client: Borrower) => (await stateOf(lending, client)).application?.stage;
const loanOf = async ({ headers }: Borrower) =>
  acceptedBody(await callEndpoint(lending, getActiveLoan, { headers })).loan;
interface Waiting {
  readonly subject: string;
  readonly note: string;
}
/** Finds what waits for people about one application. */
async function waiting(kind: string, reference: string) {
  const { tasks } = (await operator('Rosa', `/api/v1/staff/tasks?kind=${kind}`)).body as { tasks: Waiting[] };
  return tasks.filter(({ subject, note }) => subject === reference || note.includes(reference));
}
const approve = async (client: Borrower) =>
  both(`${APPLICATIONS}/${await referenceOf(client)}/approve`, { amount: 400, note });
async function sign(client: Borrower) {
  const body = await signatureOf(lending, client, await readAgreement(lending, client));
  return callEndpoint(lending, signAgreement, { headers: client.headers, body });
}

describe('a flag that is set after an offer was made', () => {
  test('sends the application back to people, also when its client never comes, and says so in tasks list', async () => {
    const client = await anApplicant(lending, 'OFFER');
    const other = await anApplicant(lending, 'OFFER');
    await flag(documentOf(client));
    await advanceApplications(scoringContext(lending));
    const { kysely } = lending.db;
    const stages = await kysely.selectFrom('application').select(['person_id', 'stage']).execute();
    expect(stages).toContainEqual({ person_id: client.personId, stage: 'MANUAL_REVIEW' });
    expect(stages).toContainEqual({ person_id: other.personId, stage: 'OFFER' });
    expect(await waiting('application-review', await referenceOf(client))).toMatchObject([
      { told: { says: 'decide-because', facts: { concerns: 'fraud_flag' } } },
    ]);
  });

  test.each(['accepting', 'signing'])('stops %s, without a word of fraud', async (what) => {
    const { applicant: client, agreement } =
      what === 'signing'
        ? await anAgreement(lending)
        : { applicant: await anApplicant(lending, 'OFFER'), agreement: undefined };
    const { headers } = client;
    const signature = agreement && (await signatureOf(lending, client, agreement));
    const offerId = agreement ? '' : (await offerOf(lending, client)).offerId;
    await flag(documentOf(client));
    const answer = signature
      ? await callEndpoint(lending, signAgreement, { headers, body: signature })
      : await callEndpoint(lending, acceptOffer, { headers, body: { offerId } });
    expect(answer).toMatchObject({ kind: 'refused', status: 409 });
    expect(JSON.stringify(answer)).not.toMatch(/fraud|flag/i);
    expect((await stateOf(lending, client)).nextScreen.name).toBe('application-in-progress');
    expect((await callEndpoint(lending, getAgreement, { headers })).status).toBe(409);
  });

  test('lets sign and be paid who is approved under it by two; another flag stops again', async () => {
    const { applicant: client } = await anAgreement(lending);
    await flag(documentOf(client));
    expect(await stageOf(client)).toBe('MANUAL_REVIEW');
    expect((await approve(client)).body).toEqual({ kind: 'done', stage: 'OFFER' });
    await accept(lending, client, (await offerOf(lending, client)).offerId);
    expect((await sign(client)).kind).toBe('accepted');
    await flag({ kind: 'phone', phone: client.phone.slice(-9) });
    await payOut(lending);
    expect(await loanOf(client)).toMatchObject({ status: 'ORIGINATED', payoutReviewed: true });
    await lift({ kind: 'phone', phone: client.phone.slice(-9) });
    await payOut(lending);
    expect(await loanOf(client)).toMatchObject({ status: 'PERFORMING' });
  });
});

describe('a flag that the first of two did not know of', () => {
  test('has an approval asked for again: the second one alone does not lend under it', async () => {
    const { applicant: client } = await anAgreement(lending);
    await flag(documentOf(client));
    const path = `${APPLICATIONS}/${await referenceOf(client)}/approve`;
    const approves = async (name: string) => (await operator(name, path, { amount: 400, note })).body;
    expect(await approves('Ana')).toEqual({ kind: 'second-needed' });
    await flag({ kind: 'phone', phone: client.phone.slice(-9) });
    expect(await approves('Luis')).toEqual({ kind: 'second-needed' });
    expect(await stageOf(client)).toBe('MANUAL_REVIEW');
    expect(await approves('Ana')).toEqual({ kind: 'done', stage: 'OFFER' });
    await accept(lending, client, (await offerOf(lending, client)).offerId);
    expect((await sign(client)).kind).toBe('accepted');
    expect((await payOut(lending)).paidOut.size).toBe(1);
  });

  test('has a loan by hand proposed again', async () => {
    const { personId: client } = await aBorrower(lending);
    const order = { personId: client, productId: 1, amount: 500, term: 30, bankId: '002', holder: 'Rosa Quispe' };
    const path = '/api/v1/staff/loans';
    const body = { ...order, cci: '00219100001234567852' };
    const device = '7b4c2b1e-8c5c-4e0a-9d0e-2f6d6c7a1b11';
    const { kysely } = lending.db;
    await flag({ kind: 'cci', cci: body.cci });
    expect((await operator('Ana', path, body)).status).toBe(202);
    await rememberMark(kysely, lending.vault, client, { kind: 'device', value: device }, lending.clock.now());
    await flag({ kind: 'device', device });
    const second = await operator('Luis', path, body);
    expect([second.status, second.body.error?.code]).toEqual([409, 'four_eyes']);
    expect(await kysely.selectFrom('fraud_flag_known').selectAll().where('person_id', '=', client).execute()).toEqual(
      [],
    );
    const { approvals } = (await operator('Luis', '/api/v1/staff/approvals')).body as { approvals: { id: string }[] };
    for (const { id } of approvals) await operator('Luis', `/api/v1/staff/approvals/${id}/withdraw`, {});
    expect((await operator('Luis', path, body)).status).toBe(202);
    expect((await operator('Ana', path, body)).status).toBe(201);
    const known = await kysely
      .selectFrom('fraud_flag_known')
      .select('flag_id')
      .where('person_id', '=', client)
      .execute();
    expect(known).toHaveLength(2);
    expect((await payOut(lending)).paidOut.size).toBe(1);
  });
});

test('a colleague who has voted and is locked since does not count as the first of two', async () => {
  const { applicant: client } = await anAgreement(lending);
  await flag(documentOf(client));
  const reference = await referenceOf(client);
  const votes = (name: string, act: 'approve' | 'flag-fraud') =>
    operator(name, `${APPLICATIONS}/${reference}/${act}`, act === 'approve' ? { amount: 400, note } : { note });
  for (const act of ['approve', 'flag-fraud'] as const) {
    expect((await votes('Eva', act)).body).toEqual({ kind: 'second-needed' });
  }
  expect(await waiting('application-second-person', reference)).toHaveLength(1);
  expect(await waiting('application-review', reference)).toEqual([]);
  await operator('Rosa', '/api/v1/staff/colleagues/Eva/lock', { reason: 'Has left.' });
  expect(await waiting('application-second-person', reference)).toEqual([]);
  expect(await waiting('application-review', reference)).toHaveLength(1);
  for (const act of ['approve', 'flag-fraud'] as const) {
    expect((await votes('Luis', act)).body).toEqual({ kind: 'second-needed' });
  }
  expect((await votes('Rosa', 'approve')).body).toEqual({ kind: 'done', stage: 'OFFER' });
});

test('a flag between signature and payout holds the money back until two colleagues have lifted it', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const client = await aSigner(lending);
  await flag(documentOf(client));
  const bank = await payOut(lending);
  expect(bank.paidOut.size).toBe(0);
  expect(await loanOf(client)).toMatchObject({ status: 'ORIGINATED', payoutFrom: null, payoutReviewed: true });
  const reference = await referenceOf(client);
  const [task] = await waiting('payout-flagged', reference);
  expect(task?.note).toContain(`flag ${reference} as fraud`);
  expect(task).toMatchObject({ act: 'fraud lift', with: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  await lift(documentOf(client));
  expect(await waiting('payout-flagged', reference)).toEqual([]);
  expect((await payOut(lending)).paidOut.size).toBe(1);
  expect(await loanOf(client)).not.toHaveProperty('payoutReviewed');
});

test('a flag that is set while the order is in hand stops it at the last moment', async () => {
  const client = await aSigner(lending);
  const { db, vault } = lending;
  const open = openDestinations(db.kysely, vault);
  const bank = await payOut(lending);
  expect(bank.paidOut.size).toBe(1);
  const next = await aSigner(lending);
  await dispatchDisbursements({
    ...scoringContext(lending),
    payout: bank,
    openDestination: async (account) => {
      await flag(documentOf(next));
      return open(account);
    },
  });
  expect(bank.paidOut.size).toBe(1);
  expect(await loanOf(next)).toMatchObject({ status: 'ORIGINATED', payoutReviewed: true });
  expect(await loanOf(client)).toMatchObject({ status: 'PERFORMING' });
});

test('a flagged account that is named after the approval is not paid to without people', async () => {
  const cci = '01181400021234567818';
  await flag({ kind: 'cci', cci });
  const client = await aSigner(lending);
  await proveAgain(lending, client, ['change-bank-account']);
  lending.clock.pass({ minutes: 1 });
  const account = { bankId: 'bbva', type: 'SAVINGS', cci } as const;
  acceptedBody(await callEndpoint(lending, changeBankAccount, { headers: client.headers, body: account }));
  lending.clock.pass({ hours: 48 });
  expect((await payOut(lending)).paidOut.size).toBe(0);
  expect(await loanOf(client)).toMatchObject({ payoutReviewed: true });
  // Before the signature the application goes back to people.
  const { applicant } = await anAgreement(lending, { stepUp: ['change-bank-account'] });
  lending.clock.pass({ minutes: 1 });
  acceptedBody(await callEndpoint(lending, changeBankAccount, { headers: applicant.headers, body: account }));
  expect(await stageOf(applicant)).toBe('MANUAL_REVIEW');
});

describe('when it is fraud', () => {
  test('two end the signed loan before anything has left, and its client may have people look again', {
    tags: 'promise-an-application-on-its-way',
  }, async () => {
    const client = await aSigner(lending);
    const { headers } = client;
    await flag(documentOf(client));
    const reference = await referenceOf(client);
    const end = `${APPLICATIONS}/${reference}/flag-fraud`;
    expect((await operator('Ana', end, { note })).body).toEqual({ kind: 'second-needed' });
    expect(await waiting('application-second-person', reference)).toHaveLength(1);
    expect((await operator('Luis', end, { note })).body).toEqual({ kind: 'done', stage: 'REJECTED' });
    expect((await payOut(lending)).paidOut.size).toBe(0);
    expect(await waiting('payout-flagged', reference)).toEqual([]);
    expect((await stateOf(lending, client)).loan?.status).toBe('VOIDED');
    const noted = await readNotifications(lending.db.kysely, client.personId, { limit: 10 });
    expect(noted.map(({ kind }) => kind)).toContain('application-rejected');
    const { reasons, reviewUntil } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
    expect([reasons, typeof reviewUntil]).toEqual([['verification_failed'], 'string']);
    const comment = 'Soy yo, mi primo usó mi celular.';
    acceptedBody(await callEndpoint(lending, requestReview, { headers, body: { comment } }));
    expect((await approve(client)).body).toEqual({ kind: 'done', stage: 'OFFER' });
    await accept(lending, client, (await offerOf(lending, client)).offerId);
    lending.clock.pass({ minutes: 2 });
    expect((await sign(client)).kind).toBe('accepted');
    expect((await payOut(lending)).paidOut.size).toBe(1);
  });

  test('what has left for the bank is not called back by that', async () => {
    const client = await aSigner(lending);
    const reference = await referenceOf(client);
    const bank = new TestBank(lending.clock);
    bank.mode = 'lost';
    await payOut(lending, bank);
    const answer = await operator('Ana', `${APPLICATIONS}/${reference}/flag-fraud`, { note });
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'payout_sent']);
  });
});
