import { expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { anApplicant, aSigner, detailsOf } from '#tests/support/applications/applicant.ts';
import { anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const decline = ({ headers }: Borrower) =>
  callEndpoint(lending, declineOffer, { headers, body: { reason: 'TOO_EXPENSIVE' } });

async function refusal(applicant: Borrower) {
  const before = await writtenOf(lending, applicant);
  const answer = await decline(applicant);
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

test.each(['PERSONAL', 'DEVICE', 'SCORING'] as const)('at %s there is no offer to decline', async (stage) => {
  expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
    code: 'illegal_transition',
    details: { stage },
  });
});

test('what was signed is not declined', async () => {
  const signer = await aSigner(lending);
  expect(await refusal(signer)).toMatchObject({ code: 'illegal_transition', details: { stage: 'ISSUING' } });
  expect((await writtenOf(lending, signer)).loans).toMatchObject([{ status: 'ORIGINATED' }]);
});

test('without an application there is nothing to decline', async () => {
  expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
});

test('it is declined once, and an offer that has run out is not declined', async () => {
  const [{ applicant: one }, { applicant: other }] = [await anOffer(lending), await anOffer(lending)];
  await decline(one);
  expect(await refusal(one)).toMatchObject({ details: { stage: 'CANCELLED', allowedEvents: [] } });
  lending.clock.moveTo('2026-01-18');
  expect(detailsOf(await decline(other))).toMatchObject({ code: 'illegal_transition', details: { stage: 'EXPIRED' } });
});
