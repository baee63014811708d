import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { STAFF_CONTACT_PATH } from '#server/lending/loans/staff-contact.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { readIntentsOf } from '#server/lending/payments/store/payment-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { lockOrder } from '#tests/support/database/row-locks.ts';
import { before, turnstile } from '#tests/support/database/turnstile.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, askToPay, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';
import { operatorOf } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const order = lockOrder();
const gate = turnstile(order.onStep);
/** On one database whose statements are held: clients, staff and providers. */
const payments = withPayments({ around: gate.around });

const as = operatorOf(() => payments.app);
const DAY = '2026-01-25';
const topUp = { principal: 200 };

/** EX1 on day 10: money is on its way to the lender, and the client may have more. */
async function aClientWhoPays() {
  const debtor = await aDebtor(payments);
  await proveAgain(payments, debtor, ['top-up']);
  await closeThrough(payments.loans, DAY);
  await trusted(payments, debtor.personId);
  const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 90, method: 'MANUAL' });
  const money = () =>
    receiveMoney(payments.context, {
      provider: 'BANK',
      providerRef: `the line of ${debtor.number}`,
      amountCents: cents(9000),
      date: calendarDate(DAY),
      into: 'bank',
      intentId: id,
      actor: 'operator:Ana',
    });
  return { ...debtor, money };
}

// The embedded database has one transaction at a time.
describe.runIf(TEST_ENGINE === 'postgres')('nobody is answered with a deadlock', () => {
  test('who signs a top-up while their money is booked: the client is locked, and the loan is with the money', async () => {
    const { headers, loan, money } = await aClientWhoPays();
    acceptedBody(await callEndpoint(payments, requestTopUp, { headers, body: topUp }));
    const sign = () => callEndpoint(payments, signTopUp, { headers, body: { acceptTerms: true } });
    const [signed, booked] = await gate.inTurn(
      payments.db,
      { at: before(/from "loan" where .* for /), act: sign },
      money,
    );
    expect(booked).toMatchObject({ status: 'fulfilled', value: { kind: 'booked' } });
    // The money changed what the top-up costs in all: that is shown before it can be signed, and then it is.
    expect(signed).toMatchObject({
      status: 'fulfilled',
      value: { status: 409, body: { error: { code: 'document_changed' } } },
    });
    expect((await sign()).status).toBe(200);
    const after = await stored(payments.loans, loan.id);
    expect([after.loan.topUp?.status, after.loan.facts.length]).toEqual(['DISBURSING', 1]);
  });

  test('a colleague who logs a call while money of its loan is booked', async () => {
    const { number, money } = await aClientWhoPays();
    payments.clock.moveTo('2026-01-26');
    const call = () => as('Ana', `${STAFF_CONTACT_PATH}/${number}/attempts`, { channel: 'CALL', recipient: 'CLIENT' });
    const [logged, booked] = await gate.inTurn(
      payments.db,
      { at: before(/insert into "contact_attempt"/), act: call },
      money,
    );
    expect(booked).toMatchObject({ status: 'fulfilled', value: { kind: 'booked' } });
    expect(logged).toMatchObject({ status: 'fulfilled', value: { status: 201 } });
  });

  test('an administrator who locks an account while its colleague acts: who acted is in the audit', async () => {
    const { number } = await aDebtor(payments);
    await aColleague(payments.db, 'Luis');
    const lock = () => as('Ana', `${STAFF_PATH}/colleagues/Luis/lock`, { reason: 'A lost telephone.' });
    const call = () => as('Luis', `${STAFF_CONTACT_PATH}/${number}/attempts`, { channel: 'CALL', recipient: 'CLIENT' });
    const answers = await gate.inTurn(payments.db, { at: before(/insert into "audit"/), act: call }, lock);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { status: 201 } },
      { status: 'fulfilled', value: { status: 200 } },
    ]);
    expect((await readAudit(payments.db.kysely, `loan:${number}`)).map(({ actor }) => actor)).toEqual([
      'operator:Luis',
    ]);
  });
});

test.runIf(TEST_ENGINE === 'postgres')('every transaction of these acts locks its rows in the one order', () => {
  expect(order.found).toEqual([]);
  expect([...order.seen]).toEqual(
    expect.arrayContaining(['person, loan', 'loan, payment_intent', 'colleague, audit_head', 'person, audit_head']),
  );
});

/**
 * Locks in the wrong order, as no act of ours does: the loan, and then the person whom `act` has locked meanwhile.
 * PostgreSQL ends the act, because the other transaction looks for deadlocks only after a minute.
 */
async function againstTheOrder<Done>(loan: StoredLoan, act: () => Promise<Done>): Promise<Done> {
  const other = () =>
    payments.db.kysely.transaction().execute(async (trx) => {
      await sql`set local deadlock_timeout = '1min'`.execute(trx);
      await trx.selectFrom('loan').select('id').where('id', '=', loan.id).forNoKeyUpdate().execute();
      await trx.selectFrom('person').select('id').where('id', '=', loan.personId).forNoKeyUpdate().execute();
    });
  const at = before(/from "loan" where .* for no key update/);
  const [done, locked] = await gate.inTurn(payments.db, { at, act }, other);
  if (done.status === 'rejected' || locked.status === 'rejected') throw new Error('not answered');
  return done.value;
}

describe.runIf(TEST_ENGINE === 'postgres')('a deadlock that is left', () => {
  const pay = { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' };

  test('is tried again once for an act with its key, and the act is done once', async () => {
    const debtor = await aDebtor(payments);
    const key = randomUUID();
    const first = await againstTheOrder(debtor.loan, () => askToPay(payments, debtor, pay, key));
    expect(first).toMatchObject({ status: 201, body: { amount: 50 } });
    expect(order.found).toContain('person after loan');
    const replayed = await askToPay(payments, debtor, pay, key);
    expect(replayed).toMatchObject({ status: 201, body: acceptedBody(first) });
    expect(await readIntentsOf(payments.db.kysely, debtor.loan.id, ['PENDING_CUSTOMER'])).toHaveLength(1);
  });

  test('is an answer for an act without a key, and nothing of it is left', async () => {
    const { headers, loan, number: loanNumber } = await aDebtor(payments);
    const refused = await againstTheOrder(loan, () =>
      callEndpoint(payments, makePayment, { headers, body: { ...pay, loanNumber } }),
    );
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await readIntentsOf(payments.db.kysely, loan.id, ['PENDING_CUSTOMER'])).toEqual([]);
  });
});
