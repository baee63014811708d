import { expect, test } from 'vitest';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { anAgreement, stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

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
