import { expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('settings and offers draw on one allowance', async () => {
  await changeParameter(lending.db, {
    kind: 'rate_limit',
    key: 'public-offer',
    from: '2026-01-15',
    value: { perMinute: 1, burst: 2 },
  });
  const settings = () => callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });
  expect((await settings()).status).toBe(200);
  expect((await callEndpoint(lending, makePublicOffer, { body: {} })).status).toBe(400);
  const refused = await settings();
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
});
