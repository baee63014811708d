import { expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { detailsOf } from '#tests/support/applications/applicant.ts';
import { anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a key that accepted one offer accepts no other', async () => {
  const { applicant, offer } = await anOffer(lending);
  const headers = { ...applicant.headers, 'Idempotency-Key': 'accept-0002' };
  const accept = (offerId: string) => callEndpoint(lending, acceptOffer, { headers, body: { offerId } });
  expect((await accept(offer.offerId)).status).toBe(200);
  const body = { amount: 200, term: 7, productId: 1 };
  const changed = acceptedBody(await callEndpoint(lending, recalculateOffer, { headers: applicant.headers, body }));
  const before = await writtenOf(lending, applicant);
  const answer = await accept(changed.offerId);
  expect([answer.status, detailsOf(answer)]).toEqual([422, { code: 'idempotency_mismatch' }]);
  expect(await writtenOf(lending, applicant)).toEqual(before);
});

test('the keys of two clients have nothing to do with each other', async () => {
  for (const { applicant, offer } of [await anOffer(lending), await anOffer(lending)]) {
    const headers = { ...applicant.headers, 'Idempotency-Key': 'accept-0003' };
    const answer = await callEndpoint(lending, acceptOffer, { headers, body: { offerId: offer.offerId } });
    expect(answer.status).toBe(200);
  }
});
