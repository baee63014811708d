import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { offerOf, writtenOf } from '#tests/support/applications/offers.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);

const COMMENT = 'También cobro un alquiler de 600 soles al mes.';
const tooPoor = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };
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
  expect(await offerOf(lending, applicant)).toMatchObject({ selection: { amount: 400 }, approved: { maxAmount: 400 } });
});
