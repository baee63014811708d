import { expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import {
  callEndpoint,
  createTestLending,
  type TestLending,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const body = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };
const ask = (of: TestLending, headers: Record<string, string> = {}) =>
  callEndpoint(of, makePublicOffer, { body, headers });

test('one address gets 120 offers at once, and is then told when to come back', { tags: 'asvs-2.4.1' }, async () => {
  for (let k = 0; k < 120; k++) expect((await ask(lending)).status).toBe(200);
  const refused = await ask(lending);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(Number(refused.headers.get('retry-after'))).toBe(1);
});

test('the limit is a parameter', async () => {
  await changeParameter(lending.db, {
    kind: 'rate_limit',
    key: 'public-offer',
    from: '2026-01-15',
    value: { perMinute: 1, burst: 2 },
  });
  expect([await ask(lending), await ask(lending), await ask(lending)].map(({ status }) => status)).toEqual([
    200, 200, 429,
  ]);
  expect(Number((await ask(lending)).headers.get('retry-after'))).toBeGreaterThan(50);
});

test('a forwarded address counts only when our own proxy wrote it', { tags: 'asvs-4.1.3' }, async () => {
  await changeParameter(lending.db, {
    kind: 'rate_limit',
    key: 'public-offer',
    from: '2026-01-15',
    value: { perMinute: 1, burst: 1 },
  });
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  expect((await ask(lending, from('203.0.113.1'))).status).toBe(200);
  expect((await ask(lending, from('203.0.113.2'))).status).toBe(429);

  const behindProxy = createTestLending(lending.db, { trustedProxies: 1 });
  expect((await ask(behindProxy, from('203.0.113.1'))).status).toBe(200);
  expect((await ask(behindProxy, from('203.0.113.2'))).status).toBe(200);
  expect((await ask(behindProxy, from('198.51.100.9, 203.0.113.2'))).status).toBe(429);
  expect((await ask(behindProxy, from('203.0.113.2:40001'))).status).toBe(429);
});
