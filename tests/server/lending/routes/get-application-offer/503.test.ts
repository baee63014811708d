import { expect, test } from 'vitest';
import { getApplicationOffer } from '#api/endpoints/get-application-offer.ts';
import { detailsOf, stateOf } from '#tests/support/applicant.ts';
import { changeParameter } from '#tests/support/database.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending-app.ts';
import { anOffer, offerOf } from '#tests/support/offers.ts';

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
