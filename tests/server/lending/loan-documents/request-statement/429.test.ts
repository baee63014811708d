import { expect, test } from 'vitest';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';

const archive = withArchive();

test('one client has twenty papers printed at once, and not one more; another client is not held up', async () => {
  const { client, loan } = await aClient(archive);
  const body = { loanNumber: loan.loan.number };
  const ask = () => callEndpoint(archive.lending, requestStatement, { headers: client.headers, body });
  for (let k = 0; k < 20; k += 1) expect((await ask()).status).toBe(201);
  expect((await ask()).status).toBe(429);
  const other = await aClient(archive);
  const theirs = { headers: other.client.headers, body: { loanNumber: other.loan.loan.number } };
  expect((await callEndpoint(archive.lending, requestStatement, theirs)).status).toBe(201);
});
