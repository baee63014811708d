import { expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { anAgreement, readAgreement, stateOf } from '#tests/support/applications/applicant.ts';
import { accept, anOffer, aRepeatOffer, offerOf, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const take = async ({ headers }: Borrower, amount: number, term: number, productId = 1) =>
  acceptedBody(await callEndpoint(lending, recalculateOffer, { headers, body: { amount, term, productId } }));

test('less, for a shorter time, costs what the calculator says, and is the offer that counts', async () => {
  const { applicant, offer } = await anOffer(lending);
  const changed = await take(applicant, 300, 14);
  const body = { singlePayInquiry: { amount: 300, term: 14, productId: 1 } };
  const shown = acceptedBody(await callEndpoint(lending, makePublicOffer, { body }));
  expect(changed.offer).toEqual(shown.offer);
  expect(changed.selection).toEqual({ productType: 'SINGLE_PAY', productId: 1, amount: 300, term: 14 });
  expect(changed.offerId).not.toBe(offer.offerId);
  expect(await offerOf(lending, applicant)).toEqual(changed);
});

test('the 72 hours do not begin anew, and what was approved may still be taken in full', async () => {
  const { applicant, offer } = await anOffer(lending);
  lending.clock.pass({ hours: 10 });
  const less = await take(applicant, 100, 7);
  expect(less).toMatchObject({ validUntil: offer.validUntil, approved: offer.approved });
  expect((await take(applicant, 500, 30)).offer.total).toBe(573.03);
  expect((await writtenOf(lending, applicant)).offers.filter(({ replaced_at }) => replaced_at === null)).toHaveLength(
    1,
  );
});

test('the version moves on with it, so that another screen sees that it is out of date', async () => {
  const { applicant } = await anOffer(lending);
  const before = (await stateOf(lending, applicant)).application;
  await take(applicant, 200, 30);
  const after = (await stateOf(lending, applicant)).application;
  expect(after).toMatchObject({ stage: 'OFFER' });
  expect(after?.version).toBeGreaterThan(before?.version ?? 0);
});

test('from the agreement it leads back to the offer, and the papers that were shown count no more', async () => {
  const { applicant, agreement } = await anAgreement(lending);
  const { offerId } = await take(applicant, 300, 30);
  expect(await stateOf(lending, applicant)).toMatchObject({
    application: { stage: 'OFFER' },
    nextScreen: { name: 'application-offer' },
  });
  await accept(lending, applicant, offerId);
  const again = await readAgreement(lending, applicant);
  expect(again.agreementId).not.toBe(agreement.agreementId);
  expect(again.summary.principal).toBe(300);
  const { agreements } = await writtenOf(lending, applicant);
  expect(agreements.find(({ id }) => id === agreement.agreementId)?.voided_at).not.toBeNull();
});

test('a client who has paid a loan comes back to their own screen of the offer', async () => {
  const { applicant, offer } = await aRepeatOffer(lending);
  await accept(lending, applicant, offer.offerId);
  await take(applicant, 400, 30);
  expect(await stateOf(lending, applicant)).toMatchObject({
    application: { stage: 'OFFER_REPEATED' },
    nextScreen: { name: 'application-offer-repeated' },
  });
});
