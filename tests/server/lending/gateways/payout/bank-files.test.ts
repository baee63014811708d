import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { plainName, readResultFile, writeOrderFile } from '#server/lending/gateways/payout/bank-files.ts';
import { forAll } from '#tests/support/for-all.ts';

test('whatever a name holds, the file has two lines of five fields', { tags: 'asvs-1.3.3' }, () =>
  forAll(800, [fc.oneof(fc.string({ unit: 'binary' }), fc.string())], (holder) => {
    const order = { orderId: 'o-1', amountCents: cents(1), cci: '00219100001234567852', holder };
    const lines = writeOrderFile(order).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]?.split(';')).toHaveLength(5);
    expect(plainName(holder)).toMatch(/^(?:[A-Z0-9][A-Z0-9 .&-]*)?$/);
  }),
);

test.each([
  ['José "Pepe" O’Neill; S.A.', 'JOSE PEPE O NEILL S.A.'],
  ['=HYPERLINK("x")', 'HYPERLINK X'],
  ['Ñuñoa & Hijos', 'NUNOA & HIJOS'],
])('%s is written as %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test('whatever an answer file holds, it is read without throwing, and pays only what it says is paid', () =>
  forAll(800, [fc.string({ unit: 'binary' })], (rest) => {
    const { results } = readResultFile(`order_id;status;bank_reference;value_date;reason\n${rest}`);
    expect(results.filter(({ state }) => state.kind === 'paid' && !/paid/i.test(rest))).toEqual([]);
  }));
