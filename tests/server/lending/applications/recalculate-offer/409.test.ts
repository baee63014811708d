import { expect, test } from 'vitest';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { anAgreement, anApplicant, aSigner, detailsOf } from '#tests/support/applications/applicant.ts';
import { anOffer, lowerTheCap, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

async function refusal(applicant: Borrower) {
  const before = await writtenOf(lending, applicant);
  const { headers } = applicant;
  const answer = await callEndpoint(lending, recalculateOffer, {
    headers,
    body: { amount: 300, term: 30, productId: 1 },
  });
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

test.each(['PERSONAL', 'DEVICE', 'SCORING'] as const)('at %s there is no offer to change', async (stage) => {
  expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
    code: 'illegal_transition',
    details: { stage },
  });
});

test('what was signed is not changed any more', async () => {
  expect(await refusal(await aSigner(lending))).toEqual({
    code: 'illegal_transition',
    details: { stage: 'ISSUING', allowedEvents: ['loan-voided'] },
  });
});

test('without an application there is nothing but to apply', async () => {
  expect(await refusal(await aBorrower(lending))).toEqual({
    code: 'illegal_transition',
    details: { allowedEvents: ['inquiry'] },
  });
});

test('an offer above the cap of today cannot be changed, at its offer or at its agreement', async () => {
  const [{ applicant: one }, { applicant: other }] = [await anOffer(lending), await anAgreement(lending)];
  await lowerTheCap(lending, '2026-01-15', '109.99');
  expect(await refusal(one)).toEqual({ code: 'rate_cap_changed' });
  expect(await refusal(other)).toEqual({ code: 'rate_cap_changed' });
});

test('on a day without a published cap nothing is priced', async () => {
  lending.clock.moveTo('2026-04-30');
  const { applicant } = await anOffer(lending);
  lending.clock.moveTo('2026-05-01');
  expect(await refusal(applicant)).toEqual({ code: 'parameter_missing' });
});
