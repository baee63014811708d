import { describe, expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { changeParameter, setTheCap } from '#tests/support/database/database.ts';
import {
  callEndpoint,
  createTestLending,
  type TestLending,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const body = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };
const ask = (of: TestLending = lending) => callEndpoint(of, makePublicOffer, { body });

describe('an offer is refused, not guessed', () => {
  test('after the end of the published rate caps', async () => {
    lending.clock.moveTo('2026-05-01');
    const answer = await ask();
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: { code: 'parameter_missing', message: 'No parameter: rate_cap consumer on 2026-05-01.' },
    });
  });

  test('before the first price', async () => {
    lending.clock.moveTo('2025-12-31');
    expect(await ask()).toMatchObject({ status: 409, body: { error: { code: 'parameter_missing' } } });
  });

  test('when a rate is above the legal maximum of the date', async () => {
    await setTheCap(lending.db, '2026-01-15', '90.00');
    expect(await ask()).toMatchObject({
      status: 409,
      body: { error: { code: 'rate_above_cap', message: 'Product 1: TEA 110 % is above the cap of 90 %.' } },
    });
  });

  test('of that product alone: another one within the maximum is offered', async () => {
    await setTheCap(lending.db, '2026-01-15', '90.00');
    const other = (productId: number, amount: number, term: number) =>
      callEndpoint(lending, makePublicOffer, { body: { installmentInquiry: { amount, term, productId } } });
    expect((await other(12, 2000, 12)).status).toBe(200);
    expect(await other(11, 1000, 3)).toMatchObject({ status: 409, body: { error: { code: 'rate_above_cap' } } });
  });

  test('but not when the rate is exactly the maximum', async () => {
    await changeParameter(lending.db, {
      kind: 'price',
      key: '1',
      from: '2026-01-15',
      value: { teaPercent: '113.16', fees: [] },
    });
    expect((await ask()).status).toBe(200);
  });
});

test('the sandbox goes on with the last published cap', async () => {
  const sandbox = createTestLending(lending.db, { today: '2026-11-21', sandbox: true });
  expect((await ask(sandbox)).status).toBe(200);
});

test('as soon as the missing cap is loaded, offers are made again', async () => {
  lending.clock.moveTo('2026-05-01');
  expect((await ask()).status).toBe(409);
  await changeParameter(lending.db, {
    kind: 'rate_cap',
    key: 'consumer',
    from: '2026-05-01',
    value: { percent: '111.00' },
  });
  expect((await ask()).status).toBe(200);
});
