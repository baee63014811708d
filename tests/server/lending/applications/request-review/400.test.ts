import { expect, test } from 'vitest';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

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
