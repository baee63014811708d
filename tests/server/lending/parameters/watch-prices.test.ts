import { expect, test } from 'vitest';
import { createParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { watchPrices } from '#server/lending/parameters/watch-prices.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { changeParameter, setTheCap } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

async function watched() {
  const { db, clock } = lending;
  const parameters = createParameterSource({ db: db.kysely, clock, carryCapForward: false, maxAgeMs: 0 });
  await watchPrices({ db, clock, parameters });
  return (await listTasks(db.kysely)).map(({ kind, subject, note }) => [kind, subject, note]);
}

test('operators are told once which products a lower cap has closed, until the price follows', async () => {
  expect(await watched()).toEqual([]);
  await setTheCap(lending.db, '2026-01-15', '90.00');
  const told = [
    [
      'product-closed',
      'product:1',
      'It is not sold until its price or the cap changes. Product 1: TEA 110 % is above the cap of 90 %.',
    ],
    [
      'product-closed',
      'product:11',
      'It is not sold until its price or the cap changes. Product 11: TEA 95 % is above the cap of 90 %.',
    ],
  ];
  expect(await watched()).toEqual(told);
  expect(await watched()).toEqual(told);
  const value = { teaPercent: '90.00', fees: [] };
  await changeParameter(lending.db, { kind: 'price', key: '1', from: '2026-01-15', value });
  expect((await watched()).map(([, subject]) => subject)).toEqual(['product:11']);
  await changeParameter(lending.db, { kind: 'price', key: '11', from: '2026-01-15', value });
  expect(await watched()).toEqual([]);
});

test('they are told of a day without a cap, until one is loaded', async () => {
  lending.clock.moveTo('2026-05-01');
  expect(await watched()).toEqual([
    [
      'figures-missing',
      'parameter:figures',
      'Nothing is sold until this parameter is loaded: Rate cap · Consumer credit (01/05/2026).',
    ],
  ]);
  await setTheCap(lending.db, '2026-05-01', '113.16');
  expect(await watched()).toEqual([]);
});
