import { expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  [{}, ['reason.required']],
  [{ reason: 'BORED' }, ['reason.unknown']],
  [{ reason: 'OTHER', comment: 'x'.repeat(501) }, ['comment.too_long']],
  [{ reason: 'OTHER', stage: 'DONE' }, ['stage.unknown']],
])('%j gives nothing up', async (body, codes) => {
  const applicant = await anApplicant(lending, 'PERSONAL');
  const before = await writtenOf(lending, applicant);
  const answer = await callEndpoint(lending, cancelApplication, { headers: applicant.headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  expect(await writtenOf(lending, applicant)).toEqual(before);
});
