import { expect, test } from 'vitest';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer, offerOf } from '#tests/support/applications/offers.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a day without a published cap shows no figures, and the offer is still there when it has one', async () => {
  lending.clock.moveTo('2026-04-30');
  const { applicant, offer } = await anOffer(lending);
  lending.clock.moveTo('2026-05-01');
  const { headers } = applicant;
  const answer = await callEndpoint(lending, getApplicationOffer, { headers });
  expect([answer.status, detailsOf(answer).code]).toEqual([503, 'unavailable']);
  expect((await stateOf(lending, applicant)).application?.stage).toBe('OFFER');
  const value = { percent: '112.00' };
  await changeParameter(lending.db, { kind: 'rate_cap', key: 'consumer', from: '2026-05-01', value });
  expect((await offerOf(lending, applicant)).offerId).toBe(offer.offerId);
});
