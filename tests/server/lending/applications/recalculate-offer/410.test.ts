import { expect, test } from 'vitest';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { anAgreement, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  ['offer', anOffer],
  ['agreement', anAgreement],
])('72 hours after the approval nothing of an %s can be taken', async (_, make) => {
  const { applicant } = await make(lending);
  lending.clock.moveTo('2026-01-18');
  const { headers } = applicant;
  const body = { amount: 300, term: 30, productId: 1 };
  const answer = await callEndpoint(lending, recalculateOffer, { headers, body });
  expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
  expect((await writtenOf(lending, applicant)).offers).toHaveLength(1);
  expect((await stateOf(lending, applicant)).application?.status).toBe('EXPIRED');
});
