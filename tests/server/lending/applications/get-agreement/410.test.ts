import { expect, test } from 'vitest';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { anAgreement, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('papers that were not signed within 72 hours of the approval are gone, and the application with them', async () => {
  const { applicant } = await anAgreement(lending);
  lending.clock.moveTo('2026-01-18');
  const answer = await callEndpoint(lending, getAgreement, { headers: applicant.headers });
  expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
  expect(await stateOf(lending, applicant)).toMatchObject({ application: { stage: 'EXPIRED' }, loan: null });
});
