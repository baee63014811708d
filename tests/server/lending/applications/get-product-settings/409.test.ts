import { expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const ask = () => callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });

test('without a rate cap for today there are no products to show', async () => {
  lending.clock.moveTo('2026-05-01');
  const answer = await ask();
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'parameter_missing' } } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a product above the legal maximum is not shown, nor is any other until it is mended', async () => {
  await changeParameter(lending.db, {
    kind: 'price',
    key: '1',
    from: '2026-01-15',
    value: { teaPercent: '200.00', fees: [] },
  });
  expect(await ask()).toMatchObject({ status: 409, body: { error: { code: 'rate_above_cap' } } });
});
