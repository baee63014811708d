import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  [{ singlePayInquiry: { amount: 525, term: 30, productId: 1 } }, ['amount.step']],
  [{ singlePayInquiry: { amount: 50, term: 30, productId: 1 } }, ['amount.out_of_range']],
  [{ singlePayInquiry: { amount: 3050, term: 30, productId: 1 } }, ['amount.out_of_range']],
  [{ singlePayInquiry: { amount: 500, term: 10, productId: 1 } }, ['term.not_allowed']],
  [{ singlePayInquiry: { amount: 500, term: 30, productId: 11 } }, ['productId.unknown']],
  [{ installmentInquiry: { amount: 500, term: 30, productId: 1 } }, ['productId.unknown']],
  [{ ...EX1_INQUIRY, deviceData: { surprise: 1 } }, ['deviceData.surprise.unknown']],
])('%j: %j, and nothing was created', async (body, codes) => {
  const { headers, personId } = await aBorrower(lending);
  const answer = await callEndpoint(lending, sendInquiry, { headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
  const rows = await lending.db.kysely
    .selectFrom('application')
    .select('id')
    .where('person_id', '=', personId)
    .execute();
  expect(rows).toEqual([]);
});
