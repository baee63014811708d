import { test as base, describe, expect } from 'vitest';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { readLoanEvents } from '#server/lending/loans/store/loan-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  asOperator,
  type Debtor,
  importStatement,
  lookAt,
  payByCard,
  payCode,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtor(payments));

const json = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();
const act = (id: string, name: string, body: object = {}) => asOperator(payments, `payments/${id}/${name}`, body);
const statusOf = async (debtor: Debtor) => (await stored(payments, debtor.loan.id)).loan.status;
const booksOf = (debtor: Debtor) => readBalances(payments.db.kysely, { loanId: debtor.loan.id });
const actionsOn = async (subject: string) =>
  (await readAudit(payments.db.kysely, subject)).map(({ actor, action }) => `${actor} ${action}`);

test('no caller without the operator token sees or moves anything', async () => {
  for (const path of ['payments', 'unapplied', 'tasks', 'payments/x', 'bank-statements', 'settlements']) {
    const answer = await payments.app.request(`/api/v1/staff/${path}`);
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

describe('looking', () => {
  test('payments are listed by where they stand, and one is shown with its history', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
    const { payments: found } = (await json(asOperator(payments, 'payments?status=SUCCEEDED'))) as {
      payments: { id: string; status: string }[];
    };
    expect(found.find((one) => one.id === id)).toMatchObject({ status: 'SUCCEEDED', amount: 50, method: 'NIUBIZ' });
    expect(await json(asOperator(payments, `payments/${id}`))).toMatchObject({
      id,
      loanNumber: debtor.number,
      events: [{ event: 'shown-to-customer' }, { event: 'authorisation-sent' }, { event: 'money-proved' }],
    });
  });

  test.each(['payments?status=PAID', 'payments?before=1'])('%s is refused', async (path) => {
    expect((await asOperator(payments, path)).status).toBe(400);
  });

  test('an invalid id and an unknown one are not there', async () => {
    const absent = '019bc215-3d00-7000-8000-000000000000';
    for (const id of ['x', absent]) {
      expect((await asOperator(payments, `payments/${id}`)).status).toBe(404);
      expect((await act(id, 'dispute-won')).status).toBe(404);
      expect((await act(id, 'refund', { reason: 'asked for' })).status).toBe(404);
      expect((await act(id, 'ask')).status).toBe(404);
      expect((await asOperator(payments, `tasks/${id}/done`, {})).status).toBe(404);
    }
  });
});

describe('unidentified money', () => {
  const unnamed = async (ref: string, amount = '200.00') => {
    await importStatement(payments, [['15/01/2026', ref, amount, 'ABONO EN EFECTIVO']]);
    const { unapplied } = (await json(asOperator(payments, 'unapplied'))) as {
      unapplied: { id: string; bank_ref: string }[];
    };
    return unapplied.find(({ bank_ref }) => bank_ref === ref)?.id ?? '';
  };

  test('is matched with a payment, and counts on its own day', async ({ debtor }) => {
    const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' });
    const moneyId = await unnamed('66001');
    await closeThrough(payments.loans, '2026-01-20');
    expect((await asOperator(payments, `unapplied/${moneyId}/match`, { paymentId: id })).status).toBe(200);
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      outcome: 'EXACT',
      paidOn: '2026-01-15',
      applied: true,
    });
    expect(await actionsOn(`money:${moneyId}`)).toEqual(['operator:Ana money.match']);
    expect((await asOperator(payments, `unapplied/${moneyId}/match`, { paymentId: id })).status).toBe(409);
  });

  test('is matched with a loan without any payment', async ({ debtor }) => {
    const moneyId = await unnamed('66002', '509.44');
    expect(await json(asOperator(payments, `unapplied/${moneyId}/match`, { loanNumber: debtor.number }))).toEqual({
      loanId: debtor.loan.id,
      paymentId: null,
    });
    expect(await statusOf(debtor)).toBe('PAID');
  });

  test('a loan that refuses it says why, and it stays', async () => {
    const moneyId = await unnamed('66003');
    payments.clock.moveTo('2026-01-20');
    const later = await aDebtor(payments);
    const answer = await asOperator(payments, `unapplied/${moneyId}/match`, { loanNumber: later.number });
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { error: { code: 'loan_refuses', message: 'The loan refuses it: dated-before-disbursement.' } },
    ]);
  });

  test('is sent back, once', async () => {
    const moneyId = await unnamed('66004');
    const before = (await readBalances(payments.db.kysely))['unapplied-funds'] ?? 0;
    const giveBack = () => asOperator(payments, `unapplied/${moneyId}/return`, { reference: 'T-1' });
    expect((await giveBack()).status).toBe(200);
    expect((await giveBack()).status).toBe(409);
    expect((await readBalances(payments.db.kysely))['unapplied-funds'] ?? 0).toBe(before + 20_000);
  });

  test.each([{}, { paymentId: 'x' }, { loanNumber: '1' }, { paymentId: '1', loanNumber: '2' }])(
    'matched with %j is refused',
    async (body) => {
      const moneyId = '019bc215-3d00-7000-8000-000000000000';
      expect((await asOperator(payments, `unapplied/${moneyId}/match`, body)).status).toBe(400);
    },
  );
});

test('a voucher whose money never came ends with an explanation, once', async ({ debtor }) => {
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  expect((await act(id, 'no-credit', { reason: 'Not in the statements of the week.' })).status).toBe(409);
  const body = { operationNumber: 'X-100001', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };
  await payments.app.request(`/api/v1/payments/${id}/voucher`, {
    method: 'POST',
    headers: { ...debtor.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect((await act(id, 'no-credit', {})).status).toBe(400);
  expect(await json(act(id, 'no-credit', { reason: 'Not in the statements of the week.' }))).toEqual({
    status: 'FAILED',
  });
  expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'FAILED', failureReason: 'no-such-credit' });
  expect(await actionsOn(`payment:${id}`)).toEqual(['operator:Ana payment.no-credit']);
});

describe('a whole payment given back', () => {
  const REASON = { reason: 'The client asked within the hour.' };

  test('a card’s through its provider: the loan is open again, as if it had never been paid', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    expect(await statusOf(debtor)).toBe('PAID');
    expect(await json(act(id, 'refund', REASON))).toEqual({ status: 'REFUNDED' });
    expect(await statusOf(debtor)).toBe('PERFORMING');
    expect((await booksOf(debtor))['psp-clearing']).toBe(0);
    expect((await act(id, 'refund', REASON)).status).toBe(409);
    expect(await actionsOn(`payment:${id}`)).toEqual(['operator:Ana payment.refund']);
  });

  test('which the provider refuses stays paid', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await payments.world.press('/sandbox/niubiz/faults', { operation: 'reverse', fault: 'unauthorised', done: 'no' });
    await payments.world.press('/sandbox/niubiz/faults', { operation: 'reverse', fault: 'unauthorised', done: 'no' });
    expect(await json(act(id, 'refund', REASON))).toEqual({ status: 'SUCCEEDED' });
    expect(await statusOf(debtor)).toBe('PAID');
  });

  test('whose answer is lost waits for a person who looks at the provider’s books', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await payments.world.plan('niubiz', 'reverse', 'server-error');
    expect(await json(act(id, 'refund', REASON))).toEqual({ status: 'REFUND_PENDING' });
    expect(await statusOf(debtor)).toBe('PAID');
    const { tasks } = (await json(asOperator(payments, 'tasks'))) as { tasks: { kind: string; subject: string }[] };
    expect(tasks.filter(({ subject }) => subject === `payment:${id}`)).toMatchObject([{ kind: 'refund-unknown' }]);
    expect(await json(act(id, 'refund-paid', { reference: 'R-9' }))).toEqual({ status: 'REFUNDED' });
    expect(await statusOf(debtor)).toBe('PERFORMING');
    expect((await act(id, 'refund-refused', REASON)).status).toBe(409);
  });

  test('a code’s goes to the client’s bank account, and the provider still owes it to us', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    expect(await json(act(id, 'refund', REASON))).toEqual({ status: 'REFUND_PENDING' });
    expect(await statusOf(debtor)).toBe('PAID');
    const before = (await readBalances(payments.db.kysely))['psp-clearing'];
    await dispatchRefunds(payments.loans.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'REFUNDED' });
    expect(await statusOf(debtor)).toBe('PERFORMING');
    expect((await readBalances(payments.db.kysely))['psp-clearing']).toBe(before);
    expect([...payments.loans.bank.paidOut.values()].at(-1)?.amountCents).toBe(50_944);
  });

  test('an account that is closed leaves it paid', async ({ debtor }) => {
    const { id, code } = await aCode(payments, debtor);
    await payCode(payments, code, {});
    await readWebhooks(payments.context);
    await act(id, 'refund', REASON);
    payments.loans.bank.mode = 'rejects';
    await dispatchRefunds(payments.loans.context);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await statusOf(debtor)).toBe('PAID');
  });
});

describe('a disputed payment', () => {
  const DISPUTE = { reference: 'CB-1', reason: 'The cardholder says it was not them.' };

  test('that is lost takes the money out of the loan, with two journals, and opens it again', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await closeThrough(payments.loans, '2026-02-20');
    expect(await json(act(id, 'dispute', DISPUTE))).toEqual({ status: 'DISPUTED' });
    expect(await statusOf(debtor)).toBe('PAID');
    expect(await json(act(id, 'dispute-lost'))).toEqual({ status: 'REVERSED' });
    expect(await statusOf(debtor)).toBe('PAST_DUE');
    const events = await readLoanEvents(payments.db.kysely, debtor.loan.id);
    expect(events.at(-1)).toMatchObject({ event: 'reopened-past-due', cause: 'chargeback' });
    const kinds = await payments.db.kysely
      .selectFrom('journal')
      .select('kind')
      .where('loan_id', '=', debtor.loan.id)
      .where('kind', 'like', 'chargeback%')
      .orderBy('kind')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['chargeback', 'chargeback-reallocation']);
    expect(await actionsOn(`payment:${id}`)).toEqual([
      'operator:Ana payment.dispute',
      'operator:Ana payment.dispute-lost',
    ]);
  });

  test('that is won stays what it was, and can be disputed again', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await act(id, 'dispute', DISPUTE);
    expect((await act(id, 'dispute', DISPUTE)).status).toBe(409);
    expect(await json(act(id, 'dispute-won'))).toEqual({ status: 'SUCCEEDED' });
    expect((await act(id, 'dispute-lost')).status).toBe(409);
    expect(await statusOf(debtor)).toBe('PAID');
    expect(await json(act(id, 'dispute', DISPUTE))).toEqual({ status: 'DISPUTED' });
  });

  test('paid again after it was lost, the loan is where it was (invariant P29)', async ({ debtor }) => {
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    await act(id, 'dispute', DISPUTE);
    await act(id, 'dispute-lost');
    const books = await booksOf(debtor);
    await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    expect(await statusOf(debtor)).toBe('PAID');
    expect(books['loan-principal']).toBe(50_000);
    expect((await booksOf(debtor))['loan-principal']).toBe(0);
  });
});

test('a task is completed once', async () => {
  const lines = ['1.00', '2.00'].map((amount) => ['15/01/2026', '77001', amount, 'ABONO'] as const);
  await importStatement(payments, lines);
  const { tasks } = (await json(asOperator(payments, 'tasks?kind=statement-differs'))) as { tasks: { id: string }[] };
  const id = tasks.at(-1)?.id ?? '';
  expect(await json(asOperator(payments, `tasks/${id}/done`, {}))).toEqual({ status: 'DONE' });
  expect((await asOperator(payments, `tasks/${id}/done`, {})).status).toBe(404);
  expect(await actionsOn(`task:${id}`)).toEqual(['operator:Ana task.done']);
});

test('a payment whose money waits for a person cannot be given back before it is somebody’s', async ({ debtor }) => {
  const { id, action } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 20, method: 'MANUAL' });
  if (action?.type !== 'TRANSFER') throw new Error('no transfer');
  await importStatement(payments, [['10/01/2026', '77002', '20.00', action.reference]]);
  expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', applied: false });
  expect((await act(id, 'refund', { reason: 'asked for' })).status).toBe(409);
  await pay(payments.loans, debtor.loan.id, 1);
});
