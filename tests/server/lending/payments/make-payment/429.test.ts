import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { acceptedBody } from '#tests/support/lending/lending-app.ts';
import { aDebtor, askToPay, createPayments, type Debtor, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

const request = (amount: number) => ({ purpose: 'PARTIAL', amount, method: 'MANUAL' }) as const;

/** Sixty payments by transfer, each of another amount; the key of the first. */
async function startSixty(debtor: Debtor): Promise<string> {
  const first = randomUUID();
  for (let k = 0; k < 60; k += 1) {
    const key = k === 0 ? first : randomUUID();
    expect((await askToPay(payments, debtor, request(50 + k), key)).kind).toBe('accepted');
  }
  return first;
}

test('one client starts sixty payments at once, and not one more before half a minute has passed; another client is not held up', {
  tags: 'asvs-2.3.2',
}, async () => {
  const debtor = await aDebtor(payments);
  await startSixty(debtor);
  const refused = await askToPay(payments, debtor, request(150), randomUUID());
  if (refused.kind !== 'refused') throw new Error('it was not refused');
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect((await askToPay(payments, await aDebtor(payments), request(50), randomUUID())).kind).toBe('accepted');
  payments.clock.pass({ seconds: 30 });
  expect((await askToPay(payments, debtor, request(150), randomUUID())).kind).toBe('accepted');
});

test('whoever asks again gets the answer of their payment, by its key or by its wish, however many there were', async () => {
  const debtor = await aDebtor(payments);
  const key = await startSixty(debtor);
  const { id } = acceptedBody(await askToPay(payments, debtor, request(50), key));
  for (let k = 0; k < 30; k += 1) {
    expect(acceptedBody(await askToPay(payments, debtor, request(50), key)).id).toBe(id);
  }
  expect(acceptedBody(await askToPay(payments, debtor, request(50), randomUUID())).id).toBe(id);
});

test('a wish that is refused starts nothing, and counts as nothing', async () => {
  const debtor = await aDebtor(payments);
  for (let k = 0; k < 65; k += 1) {
    expect(await askToPay(payments, debtor, request(5_000), randomUUID())).toMatchObject({ status: 400 });
  }
  expect((await askToPay(payments, debtor, request(50), randomUUID())).kind).toBe('accepted');
});

test('two copies of the service count the payments of a client together', async () => {
  const debtor = await aDebtor(payments);
  const other = createPayments(payments.db);
  const kinds = [];
  for (let k = 0; k < 62; k += 1) {
    kinds.push((await askToPay(k % 2 === 0 ? payments : other, debtor, request(50 + k), randomUUID())).status);
  }
  expect(kinds).toEqual([...Array(60).fill(201), 429, 429]);
});
