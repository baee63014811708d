import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { acceptedBody, callEndpoint, identityContext, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();

describe('201', () => {
  /** Somebody who transferred 573,03 on day 25, when 562,27 was enough (domain 3.5). */
  async function overpaid(): Promise<Debtor> {
    const debtor = await aDebtor(payments);
    await closeThrough(payments.loans, '2026-02-09');
    await pay(payments.loans, debtor.loan.id, 573.03);
    return debtor;
  }

  const ask = async ({ number, headers }: Debtor) =>
    acceptedBody(await callEndpoint(payments, requestRefund, { params: { number }, headers }));

  const creditOf = async ({ loan }: Debtor) =>
    (await readBalances(payments.db.kysely, { loanId: loan.id }))['client-credit'] ?? 0;

  test('credit goes back to the account the loan was paid out to, once, however often it is asked for', {
    tags: 'promise-money-that-goes-back',
  }, async () => {
    const debtor = await overpaid();
    const refund = await ask(debtor);
    expect(refund).toMatchObject({ amount: 10.76, account: '•••• 7852', arrivesBy: '2026-02-16' });
    expect(await ask(debtor)).toEqual(refund);
    expect(await creditOf(debtor)).toBe(0);
    await dispatchRefunds(payments.loans.context);
    await dispatchRefunds(payments.loans.context);
    expect(payments.loans.bank.paidOut.get(refund.id)).toMatchObject({ amountCents: 1076 });
  });

  test('a bank whose answer is lost pays it once', async () => {
    const debtor = await overpaid();
    const { id } = await ask(debtor);
    const { bank, context } = payments.loans;
    bank.mode = 'lost';
    await dispatchRefunds(context);
    bank.mode = 'pays';
    payments.clock.pass({ minutes: 1 });
    expect(await dispatchRefunds(context)).toBe(1);
    expect(await dispatchRefunds(context)).toBe(0);
    expect([...bank.paidOut.keys()].filter((orderId) => orderId === id)).toHaveLength(1);
  });

  test('an account the bank refuses gives the credit back to the loan, to be asked for again', async () => {
    const debtor = await overpaid();
    const { id } = await ask(debtor);
    payments.loans.bank.mode = 'rejects';
    await dispatchRefunds(payments.loans.context);
    expect(await creditOf(debtor)).toBe(-1076);
    expect((await stored(payments, debtor.loan.id)).loan.status).toBe('PAID');
    payments.loans.bank.mode = 'pays';
    expect((await ask(debtor)).id).not.toBe(id);
  });

  test('the same key is answered the same, also when the money has arrived', async () => {
    const debtor = await overpaid();
    const headers = { ...debtor.headers, 'Idempotency-Key': 'one-request-of-one-client' };
    const first = await ask({ ...debtor, headers });
    await dispatchRefunds(payments.loans.context);
    const again = await callEndpoint(payments, requestRefund, { params: { number: debtor.number }, headers });
    expect([again.status, again.body]).toEqual([201, first]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('an account that was named in the settings since gets it, a day later', {
    tags: 'promise-money-that-goes-back',
  }, async () => {
    const debtor = await overpaid();
    await proveAgain(payments, debtor, ['change-bank-account']);
    const account = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
    acceptedBody(await callEndpoint(payments, changeBankAccount, { headers: debtor.headers, body: account }));
    const refund = await ask(debtor);
    expect(refund).toMatchObject({ amount: 10.76, account: '•••• 7818' });
    const { bank, context } = payments.loans;
    expect(await dispatchRefunds(context)).toBe(0);
    payments.clock.pass({ hours: 25 });
    // The change holds it until it counts.
    expect(await dispatchRefunds(context)).toBe(0);
    await applyContactChanges(identityContext(payments));
    expect(await dispatchRefunds(context)).toBe(1);
    expect(bank.paidOut.get(refund.id)).toMatchObject({ amountCents: 1076, cci: account.cci });
  });

  test('a refund is ordered together with the answer that its key gets, or not at all', async () => {
    const debtor = await overpaid();
    const { kysely } = payments.db;
    const headers = { ...debtor.headers, 'Idempotency-Key': 'never-to-be-kept' };
    const params = { number: debtor.number };
    await sql`alter table idempotency_key add constraint fault check (key <> 'never-to-be-kept')`.execute(kysely);
    expect((await callEndpoint(payments, requestRefund, { params, headers })).status).toBe(500);
    await sql`alter table idempotency_key drop constraint fault`.execute(kysely);
    expect(await creditOf(debtor)).toBe(-1076);
    expect(acceptedBody(await callEndpoint(payments, requestRefund, { params, headers }))).toMatchObject({
      amount: 10.76,
    });
  });
});

describe('404', () => {
  const ask = ({ headers }: Debtor, number: string) =>
    visibleAnswer(payments, requestRefund, { params: { number }, headers });

  const creditOf = async ({ loan }: Debtor) =>
    (await readBalances(payments.db.kysely, { loanId: loan.id }))['client-credit'];

  test('nobody asks for another client’s credit: their loan is not there, byte for byte, and the credit stays', async () => {
    const [one, other, owing] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
    await pay(payments.loans, other.loan.id, 520);
    const absent = await ask(one, 'P-2026-9999999');
    expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
    expect(await ask(one, other.number)).toEqual(absent);
    expect(await ask(one, owing.number)).toEqual(absent);
    expect(await creditOf(other)).toBe(-1056);
    const rows = await payments.db.kysely
      .selectFrom('refund')
      .select('id')
      .where('loan_id', '=', other.loan.id)
      .execute();
    expect(rows).toEqual([]);
    expect((await ask(other, other.number)).status).toBe(201);
  });
});

describe('409', () => {
  const ask = ({ number, headers }: Awaited<ReturnType<typeof aDebtor>>) =>
    callEndpoint(payments, requestRefund, { params: { number }, headers });

  const refusal = { status: 409, body: { error: { code: 'nothing_to_refund' } } };

  test('without credit there is nothing to send back; of a loan that is over every céntimo is (decision 0030)', async () => {
    const [five, little, none] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
    await pay(payments.loans, five.loan.id, 514.44);
    await pay(payments.loans, little.loan.id, 509.45);
    await pay(payments.loans, none.loan.id, 509.44);
    expect(await ask(none)).toMatchObject(refusal);
    expect(await ask(five)).toMatchObject({ status: 201, body: { amount: 5 } });
    expect(await ask(little)).toMatchObject({ status: 201, body: { amount: 0.01 } });
    expect(await ask(little)).toMatchObject({ status: 201, body: { amount: 0.01 } });
  });
});

describe('422', () => {
  test('a key of one loan is not taken for another', async () => {
    const debtor = await aDebtor(payments);
    await pay(payments.loans, debtor.loan.id, 530);
    const headers = { ...debtor.headers, 'Idempotency-Key': 'one-request-of-one-client' };
    const ask = (number: string) => callEndpoint(payments, requestRefund, { params: { number }, headers });
    expect((await ask(debtor.number)).status).toBe(201);
    expect(await ask('P-2026-0999999')).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_mismatch' } },
    });
  });
});
