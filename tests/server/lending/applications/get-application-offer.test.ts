import { describe, expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import {
  anApplicant,
  aRepeatClient,
  aSigner,
  detailsOf,
  EX1_INQUIRY,
  readAgreement,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import {
  accept,
  anOffer,
  anotherOffer,
  aRepeatOffer,
  lowerTheCap,
  offerOf,
  writtenOf,
} from '#tests/support/applications/offers.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  test('EX1 is offered with every figure, what may be taken of it, and for 72 hours', {
    tags: 'spec-7.8',
  }, async () => {
    const { offer } = await anOffer(lending);
    expect(offer).toMatchObject({
      offer: { principal: 500, total: 573.03, dueDate: '2026-02-14', totalVat: 11.14, tea: 110, tcea: 413.44 },
      selection: { productType: 'SINGLE_PAY', productId: 1, amount: 500, term: 30 },
      validUntil: '2026-01-18T17:00:00.000Z',
      approved: { minAmount: 100, maxAmount: 500, terms: [7, 14, 30] },
    });
    expect(offer.approved.limits.map(({ term, maxAmount }) => [term, maxAmount])).toEqual([
      [7, 500],
      [14, 500],
      [30, 500],
    ]);
  });

  test('it is the price of the calculator, instalment by instalment', async () => {
    const inquiry = { installmentInquiry: { amount: 1000, term: 3, productId: 11 } };
    const { offer } = await anOffer(lending, { inquiry });
    const shown = acceptedBody(await callEndpoint(lending, makePublicOffer, { body: inquiry }));
    expect(offer.offer).toEqual(shown.offer);
    expect(offer.offer.schedule?.installments).toHaveLength(3);
  });

  test('who earns too little for what was asked is offered what a month can carry', async () => {
    const { offer } = await anOffer(lending, { financial: { monthlyIncome: 1636 } });
    expect(offer).toMatchObject({ offer: { principal: 450 }, selection: { amount: 450, term: 30 } });
    // A shorter time costs less, so that the whole amount fits.
    expect(offer.approved.limits).toEqual([
      { term: 7, maxAmount: 500 },
      { term: 14, maxAmount: 500 },
      { term: 30, maxAmount: 450 },
    ]);
  });

  test('a day later the dates are a day later, and the offer ends when it always did', async () => {
    const { applicant, offer } = await anOffer(lending);
    lending.clock.moveTo('2026-01-16');
    expect(await offerOf(lending, applicant)).toMatchObject({
      offerId: offer.offerId,
      offer: { total: 573.03, dueDate: '2026-02-15' },
      validUntil: offer.validUntil,
    });
  });

  test('a client who has paid a loan has an offer, too', async () => {
    const { offer } = await aRepeatOffer(lending);
    expect(offer).toMatchObject({ offer: { principal: 500, total: 573.03 }, selection: { amount: 500, term: 30 } });
  });

  test('a client whose level lowers a fee is offered, and signs, the price of their calculator', async () => {
    const client = await aRepeatClient(lending);
    const { headers } = client;
    // The launch discount of everybody, as large as that of the highest level, has ended.
    lending.clock.moveTo('2026-04-10');
    const shown = acceptedBody(await callEndpoint(lending, makePublicOffer, { headers, body: EX1_INQUIRY }));
    expect(shown.offer.fees).toMatchObject({ techFee: { net: 15, discount: 0.75 } });
    const { offer } = await anotherOffer(lending, client);
    expect(offer.offer).toEqual(shown.offer);
    await accept(lending, client, offer.offerId);
    const { summary } = await readAgreement(lending, client);
    expect(summary).toEqual(shown.offer);
  });

  test('the accepted offer can still be read until it is signed', async () => {
    const { applicant, offer } = await anOffer(lending);
    await accept(lending, applicant, offer.offerId);
    expect(await offerOf(lending, applicant)).toEqual(offer);
  });

  test('prices that changed after the promise do not change it', async () => {
    const { applicant, offer } = await anOffer(lending);
    await lowerTheCap(lending, '2026-01-15', '112.00');
    expect(await offerOf(lending, applicant)).toEqual(offer);
  });

  test('looking changes nothing', async () => {
    const { applicant } = await anOffer(lending);
    const before = await writtenOf(lending, applicant);
    await offerOf(lending, applicant);
    expect(await writtenOf(lending, applicant)).toEqual(before);
  });
});

describe('404', () => {
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
});

describe('410', () => {
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
});

describe('503', () => {
  test('a day without a published cap shows no figures, and the offer is still there when it has one', async () => {
    lending.clock.moveTo('2026-04-30');
    const { applicant, offer } = await anOffer(lending);
    lending.clock.moveTo('2026-05-01');
    const { headers } = applicant;
    const answer = await callEndpoint(lending, getApplicationOffer, { headers });
    expect([answer.status, detailsOf(answer).code]).toEqual([503, 'unavailable']);
    expect((await stateOf(lending, applicant)).application?.stage).toBe('OFFER');
    const value = { percent: '112.00' };
    await changeParameter(lending.db, { kind: 'rate_cap', key: 'consumer', from: '2026-05-01', value });
    expect((await offerOf(lending, applicant)).offerId).toBe(offer.offerId);
  });
});
