import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import { anApplicant, aSigner, stateOf } from '#tests/support/applications/applicant.ts';
import { offerOf, refusedUnchanged, writtenOf } from '#tests/support/applications/offers.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const tooPoor = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };

describe('200', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const operator = operatorOf(() => lending.app);

  const COMMENT = 'También cobro un alquiler de 600 soles al mes.';

  const ask = async ({ headers }: Borrower) =>
    acceptedBody(await callEndpoint(lending, requestReview, { headers, body: { comment: COMMENT } }));

  test('people look again: the application waits for them, and cannot be asked about a second time', async () => {
    const applicant = await anApplicant(lending, 'REJECTED', tooPoor);
    expect(await ask(applicant)).toMatchObject({
      application: { stage: 'MANUAL_REVIEW', status: 'PENDING' },
      nextScreen: { name: 'application-in-progress' },
    });
    const { applications, events } = await writtenOf(lending, applicant);
    expect(applications).toMatchObject([{ review_requested_at: new Date('2026-01-15T17:00:00Z') }]);
    expect(events.at(-1)).toEqual({
      event: 'review-requested',
      from_stage: 'REJECTED',
      to_stage: 'MANUAL_REVIEW',
      actor: 'client',
    });
    const { headers } = applicant;
    expect(acceptedBody(await callEndpoint(lending, getApplication, { headers })).reviewUntil).toBe(null);
  });

  test('the comment is sealed, and whoever reviews reads it', async () => {
    const applicant = await anApplicant(lending, 'REJECTED', tooPoor);
    const { application } = await ask(applicant);
    const rows = await lending.db.kysely
      .selectFrom('application_event')
      .select('data')
      .where('application_id', '=', application?.id ?? '')
      .execute();
    expect(JSON.stringify(rows)).not.toContain('alquiler');
    const { body } = await operator('Ana Torres', `/api/v1/staff/applications/${application?.reference}`);
    expect(body).toMatchObject({ stage: 'MANUAL_REVIEW' });
    expect(JSON.stringify(body['history'])).toContain(COMMENT);
  });

  test('on the thirtieth day it can still be asked for', { tags: 'promise-a-refusal' }, async () => {
    const applicant = await anApplicant(lending, 'REJECTED', tooPoor);
    lending.clock.moveTo('2026-02-14');
    expect((await ask(applicant)).application?.stage).toBe('MANUAL_REVIEW');
  });

  test('people may approve what the rules did not, and no more than was asked for', async () => {
    const value = { ...STANDARD_UNDERWRITING_POLICY, refusedIncomeSources: ['PENSION'] };
    await changeParameter(lending.db, { kind: 'policy', key: 'underwriting', from: '2026-01-15', value });
    const financial = { incomeSource: 'PENSION', employerName: undefined };
    const applicant = await anApplicant(lending, 'REJECTED', { financial });
    const { application } = await ask(applicant);
    const act = (body: object) =>
      operator('Ana Torres', `/api/v1/staff/applications/${application?.reference}/approve`, body);
    const note = 'La clienta paga a tiempo desde hace años.';
    expect((await act({ amount: 550, note })).status).toBe(400);
    expect((await act({ amount: 400, note })).status).toBe(200);
    expect(await offerOf(lending, applicant)).toMatchObject({
      selection: { amount: 400 },
      approved: { maxAmount: 400 },
    });
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each([
    [{}, ['comment.required']],
    [{ comment: '   ' }, ['comment.required']],
    [{ comment: 'Por qué' }, ['comment.too_short']],
    [{ comment: 'x'.repeat(1_001) }, ['comment.too_long']],
    [{ comment: 'Gano más de lo que dije.', reasons: [] }, ['reasons.unknown']],
  ])('%o asks for nothing', async (body, codes) => {
    const financial = { monthlyIncome: 300, monthlyExpenses: 0 };
    const applicant = await anApplicant(lending, 'REJECTED', { financial });
    const before = await writtenOf(lending, applicant);
    const answer = await callEndpoint(lending, requestReview, { headers: applicant.headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    expect(await writtenOf(lending, applicant)).toEqual(before);
  });
});

describe('409', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const ask = ({ headers }: Borrower) =>
    callEndpoint(lending, requestReview, { headers, body: { comment: 'Gano más de lo que dije.' } });

  const refusal = (applicant: Borrower) => refusedUnchanged(lending, applicant, () => ask(applicant));

  test.each(['PERSONAL', 'SCORING', 'OFFER'] as const)('at %s nothing was refused', async (stage) => {
    expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
      code: 'illegal_transition',
      details: { stage },
    });
  });

  test('without an application, and with a loan, there is nothing to look at again', async () => {
    expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
    expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
  });

  test('after thirty days it is too late', async () => {
    const applicant = await anApplicant(lending, 'REJECTED', tooPoor);
    lending.clock.moveTo('2026-02-15');
    expect(await refusal(applicant)).toEqual({ code: 'review_not_possible' });
  });

  test('people look once: what they have rejected they are not asked about again', async () => {
    const applicant = await anApplicant(lending, 'REJECTED', tooPoor);
    expect((await ask(applicant)).status).toBe(200);
    expect(await refusal(applicant)).toMatchObject({
      code: 'illegal_transition',
      details: { stage: 'MANUAL_REVIEW' },
    });
    const { application } = await stateOf(lending, applicant);
    const path = `/api/v1/staff/applications/${application?.reference}/reject`;
    const { status } = await operatorOf(() => lending.app)('Ana Torres', path, {
      reasons: ['affordability'],
      note: 'Sin el alquiler no alcanza.',
    });
    expect(status).toBe(200);
    expect(await refusal(applicant)).toEqual({ code: 'review_not_possible' });
  });
});
