import { expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('after 72 hours an offer cannot be accepted; a second before it can', async () => {
  const [late, early] = [await anOffer(lending), await anOffer(lending)];
  const accept = ({ applicant, offer }: typeof late) =>
    callEndpoint(lending, acceptOffer, { headers: applicant.headers, body: { offerId: offer.offerId } });
  lending.clock.moveTo('2026-01-18');
  lending.clock.pass({ seconds: -1 });
  expect((await accept(early)).status).toBe(200);
  lending.clock.pass({ seconds: 1 });
  const answer = await accept(late);
  expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
  expect((await stateOf(lending, late.applicant)).application).toMatchObject({ stage: 'EXPIRED' });
});
