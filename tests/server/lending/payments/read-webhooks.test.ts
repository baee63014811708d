import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { SIGNATURE_HEADER, signNotice } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { expirePayments, queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { PAGOEFECTIVO_WEBHOOK_PATH } from '#server/lending/payments/routes/receive-pagoefectivo.ts';
import { readMoneyOf } from '#server/lending/payments/store/money-store.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { stored } from '#tests/support/loans/loan-service.ts';
import { aCode, aDebtor, CODE_SECRET, lookAt, payCode, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtor(payments));
const PAGOEFECTIVO = '/sandbox/pagoefectivo';

describe('a code (domain 2.11.4)', () => {
  test('paid at a till ends the loan when the worker reads of it', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, {});
    expect(await readWebhooks(payments.context)).toBe(1);
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      outcome: 'EXACT',
      received: 509.44,
      paysOff: true,
    });
  });

  test('told of five times is booked once', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, { copies: '5' });
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 509.44 });
  });

  test('paid twice at two tills is booked twice: the second is credit', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, {});
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      outcome: 'OVERPAID',
      received: 1018.88,
    });
  });

  test.each([
    ['0.44', 'PARTIAL', false],
    ['509.43', 'PARTIAL', false],
    ['509.45', 'OVERPAID', true],
  ])('paid with S/ %s where S/ 509.44 was asked is booked as what came: %s', async (amount, outcome, paysOff) => {
    const debtor = await aDebtor(payments);
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, { amount });
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      outcome,
      received: Number(amount),
      paysOff,
    });
  });

  test('whose message is delayed past its end is paid on the day it was paid', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, { message: 'hold' });
    payments.world.isDown = true;
    payments.clock.moveTo('2026-01-20');
    expect(await expirePayments(payments.context)).toBe(1);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'EXPIRED', received: 0 });
    payments.world.isDown = false;
    await payments.world.press(`${PAGOEFECTIVO}/release`, { order: 'newest-first' });
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      paidOn: '2026-01-15',
      paysOff: true,
      outcome: 'EXACT',
    });
  });

  test('whose message is lost is found by the look before its end', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, { message: 'lose' });
    payments.clock.pass({ hours: 49 });
    expect(await expirePayments(payments.context)).toBe(0);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
  });

  test('found by a look, and told of afterwards, is booked once', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, { message: 'hold' });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
    await payments.world.press(`${PAGOEFECTIVO}/release`, { order: 'oldest-first' });
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 509.44, outcome: 'EXACT' });
  });
});

describe('what a provider says that does not fit', () => {
  const tasksAbout = async (...subjects: string[]) =>
    (await listTasks(payments.db.kysely)).filter(({ subject }) => subjects.includes(subject)).map(({ kind }) => kind);
  const moneyOf = (id: string) => readMoneyOf(payments.db.kysely, [id]);

  /** A message of PagoEfectivo's, signed as it signs. */
  const tell = (code: string, { operation, amount, second }: { operation: string; amount: number; second: string }) =>
    tellAt(code, { operation, amount, paymentDate: `2026-01-15T12:00:${second}-05:00` });
  const tellAt = (
    code: string,
    { operation, amount, paymentDate }: { operation: string; amount: number; paymentDate: unknown },
  ) => {
    const body = JSON.stringify({
      eventType: 'cip.paid',
      operationNumber: operation,
      data: { cip: code, currency: 'PEN', amount, paymentDate },
    });
    const headers = { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signNotice(body, CODE_SECRET) };
    return payments.app.request(PAGOEFECTIVO_WEBHOOK_PATH, { method: 'POST', headers, body });
  };

  test('another amount under a known number is kept, booked nowhere and asked about', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    const first = { operation: '77', amount: 100, second: '01' };
    expect((await tell(code, first)).status).toBe(202);
    expect((await tell(code, first)).status).toBe(200);
    expect((await tell(code, { ...first, amount: 150 })).status).toBe(202);
    expect((await tell(code, { ...first, amount: 150 })).status).toBe(200);
    await readWebhooks(payments.context);
    const money = await moneyOf(id);
    expect(money.map(({ amountCents }) => amountCents)).toEqual([10_000]);
    expect(await tasksAbout(`money:${money[0]?.id}`)).toEqual(['amounts-differ']);
  });

  test.each([
    '1900-01-01 00:00:00',
    '1900-01-01T00:00:00-05:00',
    '2025-01-15T12:00:00-05:00',
    '2126-01-15',
    '',
    null,
    0,
  ])('a date of payment that cannot be, %j, keeps no payment from its loan', async (paymentDate) => {
    const debtor = await aDebtor(payments);
    const { id, code } = await aCode(payments, debtor);
    await tellAt(code, { operation: '81', amount: 509.44, paymentDate });
    await readWebhooks(payments.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ paidOn: '2026-01-15', applied: true, paysOff: true });
  });

  test('another amount when it is asked is asked about too', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, { amount: '80', message: 'lose' });
    await tell(code, { operation: '78', amount: 100, second: '00' });
    await readWebhooks(payments.context);
    payments.clock.pass({ hours: 1 });
    await queryPayments(payments.context);
    const [money] = await moneyOf(id);
    expect(await tasksAbout(`money:${money?.id}`)).toEqual(['amounts-differ']);
  });

  test.each([
    ['of the same amount', '509.44'],
    ['of another amount', '20'],
  ])('a second payment %s whose message was lost becomes a task, until its message comes', async (_, amount) => {
    const debtor = await aDebtor(payments);
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    payments.clock.pass({ seconds: 5 });
    await payCode(payments, code, { amount, message: 'hold' });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
    payments.clock.pass({ hours: 1 });
    await queryPayments(payments.context);
    expect(await tasksAbout(`payment:${id}`)).toEqual(['payment-not-told']);
    expect(await moneyOf(id)).toHaveLength(1);
    await payments.world.press(`${PAGOEFECTIVO}/release`, { order: 'oldest-first' });
    await readWebhooks(payments.context);
    expect((await moneyOf(id)).map(({ amountCents }) => amountCents)).toEqual([50_944, Number(amount) * 100]);
    expect(await tasksAbout(`payment:${id}`)).toEqual([]);
  });

  test('a code that was paid is looked at until a day after its end, and nothing is found of what is known', {
    tags: 'promise-payments-that-wait-or-are-being-confirmed',
  }, async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    let looks = 0;
    for (;;) {
      const next = (await readIntent(payments.db.kysely, { id }))?.nextQueryAt;
      if (next === undefined) break;
      payments.clock.pass({ seconds: (next - payments.clock.now()) / 1000 });
      await queryPayments(payments.context);
      looks += 1;
    }
    expect(looks).toBe(5);
    expect(await moneyOf(id)).toHaveLength(1);
    expect(await tasksAbout(`payment:${id}`)).toEqual([]);
  });

  test('the first of two messages that was lost does not make one of both payments', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor, { purpose: 'PARTIAL', amount: 100 });
    await payCode(payments, code, { message: 'hold' });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 100 });
    payments.clock.pass({ seconds: 5 });
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    expect(await moneyOf(id)).toHaveLength(2);
    await payments.world.press(`${PAGOEFECTIVO}/release`, { order: 'oldest-first' });
    await readWebhooks(payments.context);
    const operations = (await moneyOf(id)).map(({ operation }) => operation);
    expect([operations.length, operations.includes(undefined)]).toEqual([2, false]);
  });
});

test('messages doubled, in any order and with looks between them lead to the same books (invariant P22)', async () => {
  const amounts = [100, 120, 80];
  const ends: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 }), async (order) => {
      const debtor = await aDebtor(payments);
      const codes = await Promise.all(amounts.map((amount) => aCode(payments, debtor, { purpose: 'PARTIAL', amount })));
      for (const which of order) {
        const one = codes[which];
        if (!one) continue;
        const again = (await lookAt(payments, debtor, one.id)).received > 0;
        if (!again) await payCode(payments, one.code, { copies: '2', message: which === 1 ? 'hold' : 'send' });
        if (which === 1) await payments.world.press(`${PAGOEFECTIVO}/release`, { order: 'newest-first' });
        await readWebhooks(payments.context);
      }
      const { loan } = await stored(payments, debtor.loan.id);
      const facts = loan.facts.map((fact) => (fact.kind === 'payment' ? `${fact.date} ${fact.amountCents}` : '?'));
      ends.push(JSON.stringify(facts.sort()));
    }),
    { numRuns: 6, seed: 20_260_115 },
  );
  expect(new Set(ends).size).toBe(1);
  expect(JSON.parse(ends[0] ?? '[]')).toHaveLength(3);
});

test('a message that cannot be worked on is tried again, and after many tries a person is told', async ({ debtor }) => {
  const { id, code } = await aCode(payments, debtor);
  await payCode(payments, code, {});
  const broken = { ...payments.context, gateways: { ...payments.context.gateways, cashCode: undefined } };
  for (let k = 0; k < 8; k += 1) {
    expect(await readWebhooks(broken)).toBe(1);
    expect(await readWebhooks(broken)).toBe(0);
    payments.clock.pass({ hours: 1 });
  }
  expect((await listTasks(payments.db.kysely)).some(({ kind }) => kind === 'webhook-failing')).toBe(true);
  await readWebhooks(payments.context);
  expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED' });
});
