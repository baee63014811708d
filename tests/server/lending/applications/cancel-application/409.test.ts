import { expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { anApplicant, aSigner, detailsOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const cancel = ({ headers }: Borrower) =>
  callEndpoint(lending, cancelApplication, { headers, body: { reason: 'TOO_EXPENSIVE' } });

async function refusal(applicant: Borrower) {
  const before = await writtenOf(lending, applicant);
  const answer = await cancel(applicant);
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

test('an offer is declined instead', async () => {
  expect(await refusal(await anApplicant(lending, 'OFFER'))).toMatchObject({
    code: 'illegal_transition',
    details: { stage: 'OFFER' },
  });
});

test('what was signed is not given up', async () => {
  expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
});

test('without an application there is nothing to give up', async () => {
  expect(await refusal(await aBorrower(lending))).toEqual({
    code: 'illegal_transition',
    details: { allowedEvents: ['inquiry'] },
  });
});

test('it is given up once; after 30 idle days it has ended by itself', async () => {
  const [one, other] = [await anApplicant(lending, 'PERSONAL'), await anApplicant(lending, 'PERSONAL')];
  await cancel(one);
  expect((await refusal(one)).details).toEqual({ stage: 'CANCELLED', allowedEvents: [] });
  lending.clock.moveTo('2026-02-14');
  expect(detailsOf(await cancel(other)).details).toEqual({ stage: 'EXPIRED', allowedEvents: [] });
});
