import { test as base, describe, expect } from 'vitest';
import type { CardGateway } from '#server/lending/gateways/card/card-gateway.ts';
import { authoriseCard } from '#server/lending/payments/authorise-card.ts';
import { expirePayments, queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readIntentEvents } from '#server/lending/payments/store/payment-event-store.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  lookAt,
  loseAnswer,
  payCode,
  postToken,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtor(payments));
const queries = () => payments.world.requests.filter((request) => request.includes('/retrieve/purchase')).length;
const eventsOf = async (id: string) =>
  (await readIntentEvents(payments.db.kysely, id)).map(({ event, actor }) => `${event} by ${actor}`);

/** The janitor looks around at once, and nothing is in the way. */
const janitor = () => queryPayments(payments.context);

describe('a card payment whose answer was lost (domain 2.11.2)', () => {
  test.each(['take-and-hang-up', 'take-and-fail', 'take-and-cut-off'] as const)(
    'is found paid after 30 seconds, not before (%s)',
    { tags: 'promise-payments-that-wait-or-are-being-confirmed' },
    async (behaviour) => {
      const debtor = await aDebtor(payments);
      const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' }, behaviour);
      payments.clock.pass({ seconds: 29 });
      expect(await janitor()).toBe(0);
      payments.clock.pass({ seconds: 1 });
      expect(await janitor()).toBe(1);
      expect(await lookAt(payments, debtor, id)).toMatchObject({
        status: 'SUCCEEDED',
        outcome: 'EXACT',
        paysOff: true,
      });
      expect(await eventsOf(id)).toEqual([
        'shown-to-customer by client',
        'authorisation-sent by client',
        'no-answer by clock',
        'money-proved by clock',
      ]);
      expect(await janitor()).toBe(0);
    },
  );

  test('counts on the day the client paid, also when it is found the day after', async ({ debtor }) => {
    await closeThrough(payments.loans, '2026-02-14');
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    await closeThrough(payments.loans, '2026-02-15');
    await janitor();
    expect(await lookAt(payments, debtor, id)).toMatchObject({ paidOn: '2026-02-14', outcome: 'EXACT', paysOff: true });
    const { loan } = await stored(payments.loans, debtor.loan.id);
    expect([loan.status, loan.facts.map(({ date }) => date)]).toEqual(['PAID', ['2026-02-14']]);
  });

  test('that the bank does not know is given up only when it cannot arrive any more', {
    tags: 'asvs-16.5.2',
  }, async ({ debtor }) => {
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' }, 'say-nothing');
    payments.clock.pass({ seconds: 30 });
    await janitor();
    expect((await lookAt(payments, debtor, id)).status).toBe('UNKNOWN');
    payments.clock.pass({ seconds: 90 });
    await janitor();
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'FAILED', failureReason: 'try-later' });
  });

  test('is asked about 28 times in a day, and then by a person', async ({ debtor }) => {
    const { id } = await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    payments.world.isDown = true;
    const lostAt = payments.clock.now();
    const asked: number[] = [];
    for (;;) {
      const next = (await readIntent(payments.db.kysely, { id }))?.nextQueryAt;
      if (next === undefined) break;
      payments.clock.pass({ seconds: (next - payments.clock.now()) / 1000 });
      expect(await janitor()).toBe(1);
      asked.push((next - lostAt) / 60_000);
    }
    expect(asked.slice(0, 6)).toEqual([0.5, 2, 5, 15, 60, 120]);
    expect([asked.at(-1), asked.length]).toEqual([24 * 60, 28]);
    const subject = `payment:${id}`;
    const waiting = async () => (await listTasks(payments.db.kysely)).filter((task) => task.subject === subject);
    expect(await waiting()).toMatchObject([{ kind: 'payment-unknown' }]);
    payments.world.isDown = false;
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await waiting()).toEqual([]);
  });

  test('two janitors at once ask once', async ({ debtor }) => {
    await loseAnswer(payments, debtor, { purpose: 'PAYOFF' });
    const before = queries();
    payments.clock.pass({ seconds: 30 });
    const rounds = await Promise.all([janitor(), janitor(), janitor()]);
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(queries() - before).toBe(1);
  });
});

describe('a service that dies while the bank is asked', () => {
  /** Submits the card token to a process that is killed before it calls the bank, or before it has the bank's answer. */
  async function dieWith(money: 'taken' | 'not taken') {
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    if (payment.action?.type !== 'CARD_FORM') throw new Error('no form');
    const { card } = payments.context.gateways as { readonly card: CardGateway };
    const dying: CardGateway = {
      ...card,
      async authorise(order) {
        if (money === 'taken') await card.authorise(order);
        throw new Error('the process is gone');
      },
    };
    const context = { ...payments.context, gateways: { ...payments.context.gateways, card: dying } };
    const token = await tokenFrom(payments, payment, 'approve');
    const key = payment.action.actionUrl.split('/').at(-1) ?? '';
    await expect(authoriseCard(context, key, token)).rejects.toThrow('the process is gone');
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({ status: 'PROCESSING', pollAfterSec: 3 });
    return { debtor, id: payment.id };
  }

  test('leaves a payment that is found paid, once', { tags: 'asvs-16.5.3' }, async () => {
    const { debtor, id } = await dieWith('taken');
    payments.clock.pass({ seconds: 89 });
    expect(await janitor()).toBe(0);
    payments.clock.pass({ seconds: 1 });
    await janitor();
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44, paysOff: true });
  });

  test('leaves a payment that is found not paid, and another may be started', async () => {
    const { debtor, id } = await dieWith('not taken');
    for (const seconds of [90, 30, 90]) {
      payments.clock.pass({ seconds });
      await janitor();
    }
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'FAILED', failureReason: 'try-later' });
    await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  });
});

describe('payments that are never paid', () => {
  test('ends in its time: a form after 20 minutes, a code after two days, a transfer after three', async ({
    debtor,
  }) => {
    const card = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    const { id: code } = await aCode(payments, debtor);
    const transfer = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    const ended = async () => {
      await expirePayments(payments.context);
      const now = await Promise.all([card.id, code, transfer.id].map((id) => lookAt(payments, debtor, id)));
      return now.map(({ status }) => status === 'EXPIRED');
    };
    payments.clock.pass({ minutes: 19 });
    expect(await ended()).toEqual([false, false, false]);
    payments.clock.pass({ minutes: 1 });
    expect(await ended()).toEqual([true, false, false]);
    payments.clock.pass({ hours: 48 });
    expect(await ended()).toEqual([true, true, false]);
    payments.clock.pass({ hours: 24 });
    expect(await ended()).toEqual([true, true, true]);
  });

  test('a form that has ended takes no token any more', async ({ debtor }) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    if (payment.action?.type !== 'CARD_FORM') throw new Error('no form');
    const token = await tokenFrom(payments, payment, 'approve');
    payments.clock.pass({ minutes: 21 });
    await expirePayments(payments.context);
    await postToken(payments, payment.action.actionUrl, token);
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({ status: 'EXPIRED', received: 0 });
  });

  test('a code is looked at after its end too: the money came, the message did not', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    payments.clock.pass({ hours: 48 });
    await expirePayments(payments.context);
    expect((await lookAt(payments, debtor, id)).status).toBe('EXPIRED');
    await payCode(payments, code, { message: 'lose' });
    payments.clock.pass({ hours: 25 });
    await janitor();
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', received: 509.44 });
  });
});

test('twenty payments that cannot be ended keep no other from ending', async ({ debtor }) => {
  for (let k = 1; k <= 20; k += 1) await aCode(payments, debtor, { purpose: 'PARTIAL', amount: 10 + k });
  const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 40, method: 'MANUAL' });
  payments.clock.pass({ hours: 80 });
  const find = () => Promise.reject(new Error('a bug of ours'));
  const { gateways } = payments.context;
  const cashCode = { ...gateways.cashCode, find } as typeof gateways.cashCode;
  const context = { ...payments.context, gateways: { ...gateways, cashCode } };
  expect(await expirePayments(context)).toBe(1);
  expect((await readIntent(payments.db.kysely, { id }))?.status).toBe('EXPIRED');
});
