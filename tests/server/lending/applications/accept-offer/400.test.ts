import { expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  [{}, ['offerId.required']],
  [{ offerId: 'the first' }, ['offerId.invalid']],
  [{ offerId: '019bc1b5-3f00-7000-8000-000000000040', amount: 300 }, ['amount.unknown']],
])('%j names no offer, and nothing is accepted', async (body, codes) => {
  const { applicant } = await anOffer(lending);
  const before = await writtenOf(lending, applicant);
  const answer = await callEndpoint(lending, acceptOffer, { headers: applicant.headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  expect(await writtenOf(lending, applicant)).toEqual(before);
});

test.each(['short', 'with a space', 'x'.repeat(256)])('%s is no key', async (key) => {
  const { applicant, offer } = await anOffer(lending);
  const headers = { ...applicant.headers, 'Idempotency-Key': key };
  const answer = await callEndpoint(lending, acceptOffer, { headers, body: { offerId: offer.offerId } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['Idempotency-Key.invalid']]);
  expect((await writtenOf(lending, applicant)).applications).toMatchObject([{ stage: 'OFFER' }]);
});
