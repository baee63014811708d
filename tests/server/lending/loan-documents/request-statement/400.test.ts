import { expect, test } from 'vitest';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';

const archive = withArchive();

test.each([
  [{ from: '2026-02-30' }, ['from.invalid']],
  [{ to: '2026-13-01' }, ['to.invalid']],
  [{ to: '2026-01-16' }, ['to.future']],
  [{ from: '2026-01-15', to: '2026-01-14' }, ['from.mismatch']],
  [{ to: '2026-01-14' }, ['to.out_of_range']],
  [{ loanNumber: 'x' }, ['loanNumber.invalid']],
  [{ until: '2026-01-15' }, ['until.unknown']],
])('a statement for %o is refused', async (period, codes) => {
  const { client, loan } = await aClient(archive);
  const body = { loanNumber: loan.loan.number, ...period };
  const answer = await callEndpoint(archive.lending, requestStatement, { headers: client.headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});
