import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('a key remembered with another body signs nothing', async () => {
  const client = await aToppableClient(loans);
  await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
  const key = 'a-key-of-before';
  await loans.db.kysely
    .insertInto('idempotency_key')
    .values({
      client_id: client.personId,
      route: 'POST /api/v1/loan/top-up/sign',
      key,
      body_hash: 'f'.repeat(64),
      status: 200,
      response: '{}',
    })
    .execute();
  const headers = { ...client.headers, 'Idempotency-Key': key };
  const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
