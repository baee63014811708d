import { expect, test } from 'vitest';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { accept, anOffer } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const read = ({ headers }: Borrower) => callEndpoint(lending, getApplicationOffer, { headers });

test('it stands for 72 hours to the second, and the application ends with it', {
  tags: 'promise-offers-and-signing',
}, async () => {
  const { applicant } = await anOffer(lending);
  lending.clock.moveTo('2026-01-18');
  lending.clock.pass({ seconds: -1 });
  expect((await read(applicant)).status).toBe(200);
  lending.clock.pass({ seconds: 1 });
  const answer = await read(applicant);
  expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
  expect(await stateOf(lending, applicant)).toMatchObject({
    application: { status: 'EXPIRED' },
    nextScreen: { name: 'application-cancelled' },
  });
});

test('accepting does not stop the clock', async () => {
  const { applicant, offer } = await anOffer(lending);
  await accept(lending, applicant, offer.offerId);
  lending.clock.moveTo('2026-01-18');
  expect((await read(applicant)).status).toBe(410);
});
