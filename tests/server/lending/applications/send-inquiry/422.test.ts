import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a key that was used for another amount is a mistake worth telling', async () => {
  const borrower = await aBorrower(lending);
  const headers = { ...borrower.headers, 'Idempotency-Key': 'inquiry-0002' };
  const first = { singlePayInquiry: { amount: 300, term: 30, productId: 1 } };
  expect((await callEndpoint(lending, sendInquiry, { headers, body: first })).status).toBe(201);
  const second = await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY });
  expect(second.status).toBe(422);
});
