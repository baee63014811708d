import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test('a key remembered with another body activates nothing', async () => {
  const client = await aClientOn(loans, '2026-03-02');
  const key = 'a-key-of-before';
  await loans.db.kysely
    .insertInto('idempotency_key')
    .values({
      client_id: client.personId,
      route: 'POST /api/v1/loan/flex-pay/activate',
      key,
      body_hash: 'f'.repeat(64),
      status: 200,
      response: '{}',
    })
    .execute();
  const headers = { ...client.headers, 'Idempotency-Key': key };
  const answer = await callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });
  expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
});
