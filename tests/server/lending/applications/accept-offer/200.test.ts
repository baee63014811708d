import { expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { readAgreement, stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer, aRepeatOffer, lowerTheCap, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const accept = ({ headers }: Borrower, offerId: string, more: Record<string, string> = {}) =>
  callEndpoint(lending, acceptOffer, { headers: { ...headers, ...more }, body: { offerId } });

const acceptances = async (applicant: Borrower) =>
  (await writtenOf(lending, applicant)).events.filter(({ event }) => event === 'offer-accepted').length;

test('an accepted offer leads to its papers, and nothing is owed yet', {
  tags: 'promise-what-is-paid-before-a-loan',
}, async () => {
  const { applicant, offer } = await anOffer(lending);
  expect(acceptedBody(await accept(applicant, offer.offerId))).toMatchObject({
    application: { stage: 'AGREEMENT', status: 'APPROVED' },
    nextScreen: { name: 'application-agreement' },
    loan: null,
  });
  const { loans, offers } = await writtenOf(lending, applicant);
  expect(loans).toEqual([]);
  expect(offers).toMatchObject([{ id: offer.offerId, accepted_at: new Date('2026-01-15T17:00:00Z') }]);
  expect((await readAgreement(lending, applicant)).summary).toEqual(offer.offer);
});

test('the offer that counts is the one that was changed last', async () => {
  const { applicant } = await anOffer(lending);
  const { headers } = applicant;
  const body = { amount: 300, term: 14, productId: 1 };
  const { offerId } = acceptedBody(await callEndpoint(lending, recalculateOffer, { headers, body }));
  expect((await accept(applicant, offerId)).status).toBe(200);
  expect((await readAgreement(lending, applicant)).summary.principal).toBe(300);
});

test('a client who has paid a loan accepts as everybody does', async () => {
  const { applicant, offer } = await aRepeatOffer(lending);
  expect(acceptedBody(await accept(applicant, offer.offerId))).toMatchObject({
    application: { stage: 'AGREEMENT' },
    loan: { status: 'PAID' },
  });
});

test('a double click without a key is one acceptance and one answer', async () => {
  const { applicant, offer } = await anOffer(lending);
  const first = acceptedBody(await accept(applicant, offer.offerId));
  expect(acceptedBody(await accept(applicant, offer.offerId))).toEqual(first);
  expect(await acceptances(applicant)).toBe(1);
});

test('the same key again is answered what it was answered, whatever has happened since', async () => {
  const { applicant, offer } = await anOffer(lending);
  const key = { 'Idempotency-Key': 'accept-0001' };
  const first = await accept(applicant, offer.offerId, key);
  lending.clock.moveTo('2026-01-18');
  expect((await stateOf(lending, applicant)).application?.stage).toBe('EXPIRED');
  const again = await accept(applicant, offer.offerId, key);
  expect(acceptedBody(again)).toEqual(acceptedBody(first));
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(first.headers.get('Idempotency-Replayed')).toBeNull();
});

test('ten at once accept once', async () => {
  const { applicant, offer } = await anOffer(lending);
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(applicant, offer.offerId)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await acceptances(applicant)).toBe(1);
});

test('a cap of exactly the rate that was promised does not stand in the way', async () => {
  const { applicant, offer } = await anOffer(lending);
  await lowerTheCap(lending, '2026-01-15', '110.00');
  expect((await accept(applicant, offer.offerId)).status).toBe(200);
});
