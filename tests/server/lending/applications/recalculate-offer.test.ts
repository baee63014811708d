import { describe, expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import {
  anAgreement,
  anApplicant,
  aSigner,
  detailsOf,
  readAgreement,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import {
  accept,
  anOffer,
  aRepeatOffer,
  lowerTheCap,
  offerOf,
  refusedUnchanged,
  writtenOf,
} from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
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
});

describe('400', () => {
  async function refusal({ headers }: Borrower, body: unknown) {
    const answer = await callEndpoint(lending, recalculateOffer, { headers, body });
    expect(answer.status).toBe(400);
    return fieldCodes(answer);
  }

  const WANTED = { amount: 300, term: 14, productId: 1 };

  test.each([
    ['more than was approved', { amount: 550 }, ['amount.out_of_range']],
    ['less than the product has', { amount: 50 }, ['amount.out_of_range']],
    ['between two steps', { amount: 310 }, ['amount.step']],
    ['a term the product has not', { term: 21 }, ['term.not_allowed']],
    ['both', { amount: 5000, term: 31 }, ['amount.out_of_range', 'term.not_allowed']],
    ['another product', { productId: 12 }, ['productId.not_allowed']],
    ['half a sol', { amount: 300.5 }, ['amount.invalid']],
    ['a text', { amount: '300' }, ['amount.invalid']],
    [
      'nothing',
      { amount: undefined, term: undefined, productId: undefined },
      ['amount.required', 'term.required', 'productId.required'],
    ],
    ['a rate of one’s own', { tea: 1 }, ['tea.unknown']],
  ])('%s cannot be taken, and the offer stays', async (_, changes, codes) => {
    const { applicant } = await anOffer(lending);
    const before = await writtenOf(lending, applicant);
    expect(await refusal(applicant, { ...WANTED, ...changes })).toEqual(codes);
    expect(await writtenOf(lending, applicant)).toEqual(before);
  });

  test('of a term that carries less, no more than it carries', async () => {
    const inquiry = { installmentInquiry: { amount: 1000, term: 3, productId: 11 } };
    const { applicant, offer } = await anOffer(lending, {
      inquiry,
      financial: { monthlyIncome: 1000, monthlyExpenses: 100 },
    });
    expect(offer.approved.limits).toEqual([
      { term: 2, maxAmount: 500 },
      { term: 3, maxAmount: 800 },
    ]);
    expect(await refusal(applicant, { amount: 600, term: 2, productId: 11 })).toEqual(['amount.out_of_range']);
    const answer = await callEndpoint(lending, recalculateOffer, {
      headers: applicant.headers,
      body: { amount: 500, term: 2, productId: 11 },
    });
    expect(answer.status).toBe(200);
  });

  test('a wrong change at the agreement does not lead back: the papers still stand', async () => {
    const { applicant } = await anAgreement(lending);
    const before = await writtenOf(lending, applicant);
    expect(await refusal(applicant, { ...WANTED, amount: 9_999 })).toEqual(['amount.out_of_range']);
    expect(await writtenOf(lending, applicant)).toEqual(before);
    expect((await stateOf(lending, applicant)).application?.stage).toBe('AGREEMENT');
  });
});

describe('409', () => {
  const refusal = (applicant: Borrower) =>
    refusedUnchanged(lending, applicant, () =>
      callEndpoint(lending, recalculateOffer, {
        headers: applicant.headers,
        body: { amount: 300, term: 30, productId: 1 },
      }),
    );

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
});

describe('410', () => {
  test.each([
    ['offer', anOffer],
    ['agreement', anAgreement],
  ])('72 hours after the approval nothing of an %s can be taken', async (_, make) => {
    const { applicant } = await make(lending);
    lending.clock.moveTo('2026-01-18');
    const { headers } = applicant;
    const body = { amount: 300, term: 30, productId: 1 };
    const answer = await callEndpoint(lending, recalculateOffer, { headers, body });
    expect([answer.status, detailsOf(answer)]).toEqual([410, { code: 'offer_expired' }]);
    expect((await writtenOf(lending, applicant)).offers).toHaveLength(1);
    expect((await stateOf(lending, applicant)).application?.status).toBe('EXPIRED');
  });
});
