import { describe, expect, test } from 'vitest';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { anApplicant, aSigner, detailsOf, readAgreement, stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer, aRepeatOffer, lowerTheCap, refusedUnchanged, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
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
});

describe('400', () => {
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

  test.each(['short', 'with a space', 'x'.repeat(256)])('%s is refused as an idempotency key', async (key) => {
    const { applicant, offer } = await anOffer(lending);
    const headers = { ...applicant.headers, 'Idempotency-Key': key };
    const answer = await callEndpoint(lending, acceptOffer, { headers, body: { offerId: offer.offerId } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['Idempotency-Key.invalid']]);
    expect((await writtenOf(lending, applicant)).applications).toMatchObject([{ stage: 'OFFER' }]);
  });
});

describe('409', () => {
  const SOME_OFFER = '019bc1b5-3f00-7000-8000-000000000040';

  const refusal = (applicant: Borrower, offerId: string) =>
    refusedUnchanged(lending, applicant, () =>
      callEndpoint(lending, acceptOffer, { headers: applicant.headers, body: { offerId } }),
    );

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

  test('another client’s offer cannot be accepted as one’s own', async () => {
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
});

describe('410', () => {
  test('after 72 hours an offer cannot be accepted; a second before it can', async () => {
    const [late, early] = [await anOffer(lending), await anOffer(lending)];
    const accept = ({ applicant, offer }: typeof late) =>
      callEndpoint(lending, acceptOffer, { headers: applicant.headers, body: { offerId: offer.offerId } });
    lending.clock.moveTo('2026-01-18');
    lending.clock.pass({ seconds: -1 });
    expect((await accept(early)).status).toBe(200);
    lending.clock.pass({ seconds: 1 });
    const answer = await accept(late);
    expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
    expect((await stateOf(lending, late.applicant)).application).toMatchObject({ stage: 'EXPIRED' });
  });
});

describe('422', () => {
  test('a key that accepted one offer accepts no other', async () => {
    const { applicant, offer } = await anOffer(lending);
    const headers = { ...applicant.headers, 'Idempotency-Key': 'accept-0002' };
    const accept = (offerId: string) => callEndpoint(lending, acceptOffer, { headers, body: { offerId } });
    expect((await accept(offer.offerId)).status).toBe(200);
    const body = { amount: 200, term: 7, productId: 1 };
    const changed = acceptedBody(await callEndpoint(lending, recalculateOffer, { headers: applicant.headers, body }));
    const before = await writtenOf(lending, applicant);
    const answer = await accept(changed.offerId);
    expect([answer.status, detailsOf(answer)]).toEqual([422, { code: 'idempotency_mismatch' }]);
    expect(await writtenOf(lending, applicant)).toEqual(before);
  });

  test('the keys of two clients have nothing to do with each other', async () => {
    for (const { applicant, offer } of [await anOffer(lending), await anOffer(lending)]) {
      const headers = { ...applicant.headers, 'Idempotency-Key': 'accept-0003' };
      const answer = await callEndpoint(lending, acceptOffer, { headers, body: { offerId: offer.offerId } });
      expect(answer.status).toBe(200);
    }
  });
});
