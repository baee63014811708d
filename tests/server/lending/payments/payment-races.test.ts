import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { cents, fromSoles, sum } from '#loan/money.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { type Credit, receiveMoney } from '#server/lending/payments/receive-money.ts';
import { readIntentsOf } from '#server/lending/payments/store/payment-store.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { termsOf } from '#tests/support/loan/loans.ts';
import { LONG } from '#tests/support/loan/products.ts';
import { stored } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  askToPay,
  lookAt,
  payCode,
  postToken,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';

/** Quality A-9: fifty at once, on the embedded database and on a server. */
const payments = withPayments();

const FIFTY = Array.from({ length: 50 }, (_, k) => k);

test('fifty identical requests with one key are one payment and fifty equal answers (invariant P21)', {
  tags: 'asvs-2.3.4',
}, async () => {
  const debtor = await aDebtor(payments);
  const key = randomUUID();
  const request = { purpose: 'PAYOFF', method: 'MANUAL' };
  const answers = await Promise.all(FIFTY.map(() => askToPay(payments, debtor, request, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const fresh = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null);
  expect(fresh).toHaveLength(1);
  expect(await readIntentsOf(payments.db.kysely, debtor.loan.id, ['PENDING_CUSTOMER'])).toHaveLength(1);
});

test('fifty different wishes at once are fifty payments', async () => {
  const debtor = await aDebtor(payments);
  const requests = FIFTY.map((k) => ({ purpose: 'PARTIAL', amount: 5 + k / 100, method: 'MANUAL' }));
  const answers = await Promise.all(requests.map((request) => askToPay(payments, debtor, request)));
  const ids = answers.map((answer) => (answer.kind === 'accepted' ? answer.body.id : answer.status));
  expect(new Set(ids).size).toBe(50);
});

test('fifty windows that want the same at once, each with a key of its own, are one payment', async () => {
  const debtor = await aDebtor(payments);
  const request = { purpose: 'PARTIAL', amount: 5, method: 'MANUAL' };
  const answers = await Promise.all(FIFTY.map(() => askToPay(payments, debtor, request)));
  const ids = answers.map((answer) => (answer.kind === 'accepted' ? answer.body.id : answer.status));
  expect(new Set(ids).size).toBe(1);
});

test.runIf(TEST_ENGINE === 'postgres')(
  'a payment that expires while another request waits for its loan is not given to that request',
  async () => {
    const debtor = await aDebtor(payments);
    const request = { purpose: 'PARTIAL', amount: 5, method: 'MANUAL' };
    const first = await startPayment(payments, debtor, request);
    const { kysely } = payments.db;
    const isLocked = Promise.withResolvers<void>();
    const isExpired = Promise.withResolvers<void>();
    const holder = kysely.transaction().execute(async (trx) => {
      await trx.selectFrom('loan').select('id').where('id', '=', debtor.loan.id).forUpdate().execute();
      isLocked.resolve();
      await isExpired.promise;
    });
    await isLocked.promise;
    const second = startPayment(payments, debtor, request);
    while ((await sql`select from pg_locks where not granted`.execute(kysely)).rows.length === 0);
    await kysely
      .updateTable('payment_intent')
      .set({ expires_at: new Date(payments.clock.now() + 1) })
      .where('id', '=', first.id)
      .execute();
    payments.clock.pass({ seconds: 1 });
    isExpired.resolve();
    await holder;
    expect((await second).id).not.toBe(first.id);
  },
);

test('one credit told fifty times at once is one fact of the loan', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const credit: Credit = {
    provider: 'BANK',
    providerRef: 'the one line',
    amountCents: cents(50_944),
    date: calendarDate('2026-01-15'),
    into: 'bank',
    intentId: id,
    actor: 'operator:Ana',
  };
  const told = await Promise.all(FIFTY.map(() => receiveMoney(payments.context, credit)));
  expect(told.filter(({ kind }) => kind === 'booked')).toHaveLength(1);
  expect(new Set(told.map(({ money }) => money.id)).size).toBe(1);
  const { loan } = await stored(payments, debtor.loan.id);
  expect([loan.status, loan.facts.length]).toEqual(['PAID', 1]);
});

test('fifty different credits of one loan at once, while the day is closed, are fifty facts and the exact balance', async () => {
  const debtor = await aDebtor(payments, termsOf(LONG, 9000, 12));
  const amounts = FIFTY.map((k) => fromSoles(1 + k / 100));
  // One after the other: a client with fifty calls at once is asked to wait when the machine is slow.
  const intents: string[] = [];
  for (const amountCents of amounts) {
    const request = { purpose: 'PREPAY', amount: amountCents / 100, method: 'MANUAL' };
    intents.push((await startPayment(payments, debtor, request)).id);
  }
  payments.clock.moveTo('2026-01-20');
  const credits = amounts.map(async (amountCents, k) => {
    const line = { provider: 'BANK', providerRef: `line ${k} of fifty`, into: 'bank', actor: 'operator:Ana' } as const;
    const credit = { ...line, amountCents, date: calendarDate('2026-01-18'), intentId: intents[k] };
    return receiveMoney(payments.context, credit);
  });
  const closing = Promise.all([1, 2].map(() => closeBusiness(payments.loans.context)));
  const received = await Promise.all(credits);
  expect((await closing).flatMap(({ failed }) => failed)).toEqual([]);
  expect(received.every(({ kind }) => kind === 'booked')).toBe(true);
  const { loan } = await stored(payments, debtor.loan.id);
  const booked = loan.facts.flatMap((fact) => (fact.kind === 'payment' ? [fact.amountCents] : []));
  expect([booked.length, sum(...booked)]).toEqual([50, sum(...amounts)]);
});

test('four workers read the messages about twenty codes, each told of twice: each is booked once', async () => {
  const debtor = await aDebtor(payments, termsOf(LONG, 9000, 12));
  const codes = [];
  for (let k = 1; k <= 20; k += 1) codes.push(await aCode(payments, debtor, { purpose: 'PREPAY', amount: k }));
  for (const { code } of codes) await payCode(payments, code, { copies: '2' });
  const read = await Promise.all([1, 2, 3, 4].map(() => readWebhooks(payments.context)));
  expect(read.reduce((all, count) => all + count, 0)).toBe(20);
  const ends = await Promise.all(codes.map(({ id }) => lookAt(payments, debtor, id)));
  expect(ends.every(({ status, outcome }) => status === 'SUCCEEDED' && outcome === 'EXACT')).toBe(true);
  expect((await stored(payments, debtor.loan.id)).loan.facts).toHaveLength(20);
});

test('a card, a code and a transfer for the same debt at once: nothing is lost, too much is credit', async () => {
  const debtor = await aDebtor(payments);
  const card = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
  if (card.action?.type !== 'CARD_FORM') throw new Error('no form');
  const code = await aCode(payments, debtor);
  const transfer = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const token = await tokenFrom(payments, card, 'approve');
  await payCode(payments, code.code, {});
  const line = { provider: 'BANK', providerRef: 'together', into: 'bank', actor: 'operator:Ana' } as const;
  const date = calendarDate('2026-01-15');
  await Promise.all([
    postToken(payments, card.action.actionUrl, token),
    readWebhooks(payments.context),
    receiveMoney(payments.context, { ...line, amountCents: cents(50_944), date, intentId: transfer.id }),
  ]);
  const ends = await Promise.all([card.id, code.id, transfer.id].map((id) => lookAt(payments, debtor, id)));
  const [byCard, byCode, byHand] = ends;
  expect([byCode?.status, byHand?.status]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  // The first request decides whether the card was charged at all; if it was, its money is booked like the others.
  const cardIsRight = byCard?.status === 'SUCCEEDED' || byCard?.failureReason === 'loan-closed';
  expect(cardIsRight).toBe(true);
  const { loan } = await stored(payments, debtor.loan.id);
  expect(loan.status).toBe('PAID');
  expect(loan.facts).toHaveLength(ends.filter(({ status }) => status === 'SUCCEEDED').length);
});
