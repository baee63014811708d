import { expect, test } from 'vitest';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, detailsOf, signatureOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('after 72 hours nothing is signed, not even with the right code, and no loan is made', async () => {
  const { applicant, agreement } = await anAgreement(lending);
  lending.clock.moveTo('2026-01-18');
  lending.clock.pass({ minutes: -1 });
  const body = await signatureOf(lending, applicant, agreement);
  lending.clock.pass({ minutes: 1 });
  const answer = await callEndpoint(lending, signAgreement, { headers: applicant.headers, body });
  expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
  const { loans, applications } = await writtenOf(lending, applicant);
  expect(loans).toEqual([]);
  expect(applications).toMatchObject([{ stage: 'EXPIRED', loan_id: null }]);
});
