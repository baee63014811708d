import { expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { anApplicant, aSigner } from '#tests/support/applications/applicant.ts';
import { anOffer } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

async function hasNone({ headers }: Pick<Borrower, 'headers'>) {
  const { status, body } = await callEndpoint(lending, getApplicationOffer, { headers });
  expect([status, body]).toEqual([404, { error: { code: 'not_found', message: 'There is nothing here.' } }]);
}

test('who has not applied has no offer, whoever else has one', async () => {
  await anOffer(lending);
  await hasNone(await aBorrower(lending));
});

test.each(['PERSONAL', 'FINANCIAL', 'DEVICE', 'SCORING'] as const)('at %s there is none yet', async (stage) => {
  await hasNone(await anApplicant(lending, stage));
});

test('who was not approved has none', async () => {
  await hasNone(await anApplicant(lending, 'REJECTED', { financial: { monthlyIncome: 300, monthlyExpenses: 0 } }));
});

test('one that was declined, and one that became a loan, are gone', async () => {
  const { applicant } = await anOffer(lending);
  const { headers } = applicant;
  acceptedBody(await callEndpoint(lending, declineOffer, { headers, body: { reason: 'TOO_EXPENSIVE' } }));
  await hasNone(applicant);
  await hasNone(await aSigner(lending));
});

test('an application that ran out of time before it was sent never had one', async () => {
  const applicant = await anApplicant(lending, 'DEVICE');
  lending.clock.moveTo('2026-02-14');
  await hasNone(applicant);
});
