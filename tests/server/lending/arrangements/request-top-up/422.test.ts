import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('a key that was used for one amount is not a key for another', async () => {
  const client = await aToppableClient(loans);
  const headers = { ...client.headers, 'Idempotency-Key': 'one-key-two-sums' };
  const send = (principal: number) => callEndpoint(loans, requestTopUp, { headers, body: { principal } });
  expect((await send(200)).status).toBe(201);
  const answer = await send(100);
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
