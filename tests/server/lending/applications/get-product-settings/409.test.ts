import { expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const ask = () => callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });

test('without a rate cap for today there are no products to show', async () => {
  lending.clock.moveTo('2026-05-01');
  const answer = await ask();
  expect(answer).toMatchObject({
    status: 409,
    body: { error: { code: 'parameter_missing', details: { businessDate: '2026-05-01' } } },
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
