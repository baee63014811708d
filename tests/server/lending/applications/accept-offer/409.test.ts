import { expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { anApplicant, aSigner, detailsOf } from '#tests/support/applications/applicant.ts';
import { anOffer, lowerTheCap, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const SOME_OFFER = '019bc1b5-3f00-7000-8000-000000000040';

async function refusal(applicant: Borrower, offerId: string) {
  const before = await writtenOf(lending, applicant);
  const answer = await callEndpoint(lending, acceptOffer, { headers: applicant.headers, body: { offerId } });
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

test.each(['PERSONAL', 'FINANCIAL', 'DEVICE', 'SCORING'] as const)(
  'at %s there is nothing to accept',
  async (stage) => {
    expect(await refusal(await anApplicant(lending, stage), SOME_OFFER)).toMatchObject({
      code: 'illegal_transition',
      details: { stage },
    });
  },
);

test('without an application, and after the signature, there is nothing to accept', async () => {
  expect(await refusal(await aBorrower(lending), SOME_OFFER)).toMatchObject({
    code: 'illegal_transition',
    details: { allowedEvents: ['inquiry'] },
  });
  expect(await refusal(await aSigner(lending), SOME_OFFER)).toMatchObject({
    code: 'illegal_transition',
    details: { stage: 'ISSUING' },
  });
});

test('an offer that was changed since is not accepted: the screen is out of date', async () => {
  const { applicant, offer } = await anOffer(lending);
  const { headers } = applicant;
  const body = { amount: 300, term: 30, productId: 1 };
  acceptedBody(await callEndpoint(lending, recalculateOffer, { headers, body }));
  expect(await refusal(applicant, offer.offerId)).toEqual({ code: 'offer_replaced' });
});

test('another client’s offer is none of one’s own', async () => {
  const [one, other] = [await anOffer(lending), await anOffer(lending)];
  const before = await writtenOf(lending, other.applicant);
  expect(await refusal(one.applicant, other.offer.offerId)).toEqual({ code: 'offer_replaced' });
  expect(await writtenOf(lending, other.applicant)).toEqual(before);
});

test('a rate above the cap of today is not accepted, however it was promised', async () => {
  const { applicant, offer } = await anOffer(lending);
  await lowerTheCap(lending, '2026-01-15', '109.99');
  expect(await refusal(applicant, offer.offerId)).toEqual({ code: 'rate_cap_changed' });
});

test('on a day without a published cap nothing is accepted', async () => {
  lending.clock.moveTo('2026-04-30');
  const { applicant, offer } = await anOffer(lending);
  lending.clock.moveTo('2026-05-01');
  expect(await refusal(applicant, offer.offerId)).toEqual({ code: 'parameter_missing' });
});
