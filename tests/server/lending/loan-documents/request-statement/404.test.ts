import { expect, test } from 'vitest';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();

test('somebody else’s loan and one that is not there get the same answer', async () => {
  const { loan } = await aClient(archive);
  const { headers } = await aBorrower(archive.lending);
  const ask = (loanNumber: string) =>
    callEndpoint(archive.lending, requestStatement, { headers, body: { loanNumber } });
  const [theirs, nobodys] = [await ask(loan.loan.number), await ask('P-2026-9999999')];
  expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
});
