import { expect, test } from 'vitest';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { anApplicant, aSigner, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

const tooPoor = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };
const ask = ({ headers }: Borrower) =>
  callEndpoint(lending, requestReview, { headers, body: { comment: 'Gano más de lo que dije.' } });

async function refusal(applicant: Borrower) {
  const before = await writtenOf(lending, applicant);
  const answer = await ask(applicant);
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

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
