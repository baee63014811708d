import { beforeEach, describe, expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { isIdentityConfirmed } from '#server/lending/applications/store/application-document-store.ts';
import { STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import {
  anApplicant,
  EX1_INQUIRY,
  NO_PICTURES,
  scoringContext,
  stateOf,
  uploadFile,
} from '#tests/support/applications/applicant.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const note = 'Revisado con el cliente.';

/**
 * Has two operators decide about the application of somebody; the second is asked only when the first is not enough.
 */
async function decide(applicant: Borrower, act: 'approve' | 'flag-fraud', body: object = {}): Promise<void> {
  const { application } = await stateOf(lending, applicant);
  for (const name of ['Ana Torres', 'Luis Paz']) {
    const path = `/api/v1/staff/applications/${application?.reference}/${act}`;
    const answer = await operator(name, path, { note, ...body });
    expect(answer.status).toBe(200);
    if (answer.body['kind'] === 'done') return;
  }
}
const askAgain = async ({ headers }: Borrower) =>
  acceptedBody(await callEndpoint(lending, requestReview, { headers, body: { comment: 'Cobro mi pensión.' } }));
const decline = async ({ headers }: Borrower) =>
  acceptedBody(await callEndpoint(lending, declineOffer, { headers, body: { reason: 'OTHER' } }));
const inquire = async ({ headers }: Borrower) =>
  (await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).status;

const change = ({ personId }: Borrower, values: object) =>
  lending.db.kysely.updateTable('application').set(values).where('person_id', '=', personId).execute();

/** Refused by the rules and approved by a person. */
async function overruled(): Promise<Borrower> {
  const financial = { incomeSource: 'PENSION', employerName: undefined };
  const applicant = await anApplicant(lending, 'REJECTED', { financial });
  await askAgain(applicant);
  lending.clock.pass({ minutes: 1 });
  await decide(applicant, 'approve', { amount: 400 });
  return applicant;
}

describe('the cool-down of a refusal', () => {
  beforeEach(() => {
    const value = { ...STANDARD_UNDERWRITING_POLICY, refusedIncomeSources: ['PENSION'] };
    return changeParameter(lending.db, { kind: 'policy', key: 'underwriting', from: '2026-01-15', value });
  });

  test('ends with an approval, also of one that the release before decided while this one started', async () => {
    const applicant = await overruled();
    await decline(applicant);
    await change(applicant, { can_reapply_on: '2026-02-14' });
    expect((await stateOf(lending, applicant)).application).not.toHaveProperty('canReapplyAt');
    expect(await inquire(applicant)).toBe(201);
  });

  test('is not ended by an approval that was taken back', async () => {
    const applicant = await overruled();
    lending.clock.pass({ minutes: 1 });
    await decide(applicant, 'flag-fraud');
    await change(applicant, { stage: 'CANCELLED' });
    expect((await stateOf(lending, applicant)).application).toMatchObject({ canReapplyAt: '2026-02-14' });
    expect(await inquire(applicant)).toBe(409);
  });
});

describe('the points for a confirmed identity', () => {
  const points = async ({ headers }: Borrower) =>
    acceptedBody(await callEndpoint(lending, getTrustLevel, { headers })).points;
  const isConfirmed = ({ personId }: Borrower) => isIdentityConfirmed(lending.db.kysely, personId);

  /** Somebody with pictures whom people have approved. */
  async function approved(): Promise<Borrower> {
    const inquiry = { installmentInquiry: { amount: 1500, term: 12, productId: 12 } };
    const personal = { pep: true, pepPosition: 'Regidora' };
    const applicant = await anApplicant(lending, 'DEVICE', { inquiry, personal });
    const { headers } = applicant;
    const identity = {
      dniFrontId: await uploadFile(lending, headers, 'DNI_FRONT'),
      dniBackId: await uploadFile(lending, headers, 'DNI_BACK'),
      selfieId: await uploadFile(lending, headers, 'SELFIE'),
    };
    acceptedBody(await callEndpoint(lending, submitDeviceStep, { headers, body: { ...NO_PICTURES, identity } }));
    await scoreApplications(scoringContext(lending));
    await decide(applicant, 'approve', { amount: 1500 });
    lending.clock.pass({ minutes: 1 });
    return applicant;
  }

  test('are given by an approval, taken back by a fraud flag, and given again when that was wrong', async () => {
    const applicant = await approved();
    const before = await points(applicant);
    expect(await isConfirmed(applicant)).toBe(true);
    await decide(applicant, 'flag-fraud');
    expect([await points(applicant), await isConfirmed(applicant)]).toEqual([before - 15, false]);
    lending.clock.pass({ minutes: 1 });
    await askAgain(applicant);
    await decide(applicant, 'approve', { amount: 1500 });
    expect([await points(applicant), await isConfirmed(applicant)]).toEqual([before, true]);
  });
});

test('an account that votes twice is not two', async () => {
  const applicant = await anApplicant(lending, 'OFFER');
  const { application } = await stateOf(lending, applicant);
  const flag = async (name: string) =>
    (await operator(name, `/api/v1/staff/applications/${application?.reference}/flag-fraud`, { note })).body;
  expect(await flag('Ana Torres')).toEqual({ kind: 'second-needed' });
  expect((await flag('ana torres')).error?.code).toBe('four_eyes');
  const waiting = (await operator('Rosa', '/api/v1/staff/tasks?kind=application-second-person')).body['tasks'];
  expect(waiting).toMatchObject([{ subject: application?.reference }]);
  expect(await flag('Luis Paz')).toEqual({ kind: 'done', stage: 'REJECTED' });
});
