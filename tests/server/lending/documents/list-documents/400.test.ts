import { expect, test } from 'vitest';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a kind, a loan or a cursor that cannot be is named', async () => {
  const { headers } = await aBorrower(lending);
  const query = { type: 'POEM', loan: '7', cursor: 'next' };
  const answer = await callEndpoint(lending, listDocuments, { headers, query });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer).sort()).toEqual(['cursor.invalid', 'loan.invalid', 'type.not_allowed']);
});
