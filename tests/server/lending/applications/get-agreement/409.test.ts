import { expect, test } from 'vitest';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { anAgreement, anApplicant, aSigner, detailsOf } from '#tests/support/applications/applicant.ts';
import { accept, anOffer, lowerTheCap, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

async function refusal(applicant: Borrower) {
  const before = await writtenOf(lending, applicant);
  const answer = await callEndpoint(lending, getAgreement, { headers: applicant.headers });
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

test.each(['PERSONAL', 'SCORING', 'OFFER'] as const)('at %s there are no papers', async (stage) => {
  expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
    code: 'illegal_transition',
    details: { stage },
  });
});

test('without an application there are none; what was signed is among the documents instead', async () => {
  expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
  expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
});

test('a rate above the cap of today is not printed, whether papers were shown before or not', async () => {
  const [shown, unseen] = [await anAgreement(lending), await anOffer(lending)];
  await accept(lending, unseen.applicant, unseen.offer.offerId);
  await lowerTheCap(lending, '2026-01-15', '109.99');
  expect(await refusal(shown.applicant)).toEqual({ code: 'rate_cap_changed' });
  expect(await refusal(unseen.applicant)).toEqual({ code: 'rate_cap_changed' });
});

test('on a day without a published cap no papers are made', async () => {
  lending.clock.moveTo('2026-04-30');
  const { applicant } = await anAgreement(lending);
  lending.clock.moveTo('2026-05-01');
  expect(await refusal(applicant)).toEqual({ code: 'parameter_missing' });
});
