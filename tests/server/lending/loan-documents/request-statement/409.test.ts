import { expect, test } from 'vitest';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { originate, withArchive } from '#tests/support/loan-documents/archive.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();

test('before the money has arrived there is nothing to state', async () => {
  const client = await aBorrower(archive.lending);
  const { number } = await originate(archive, client);
  const input = { headers: client.headers, body: { loanNumber: number } };
  expect(await callEndpoint(archive.lending, requestStatement, input)).toMatchObject({
    status: 409,
    body: { error: { code: 'loan_not_disbursed' } },
  });
});
