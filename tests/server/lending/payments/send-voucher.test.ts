import { test as base, describe, expect } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { reviewPayment } from '#server/lending/payments/review-payment.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, visible, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  createPayments,
  type Debtor,
  importStatement,
  lookAt,
  sendVoucherForm,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtor(payments));

const transfer = (debtor: Debtor) => startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });

describe('200', () => {
  const VOUCHER = { operationNumber: '00123456', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };

  const PDF = new Uint8Array(Buffer.from('%PDF-1.7 the voucher of Rosa'));

  const send = async ({ headers }: Debtor, id: string, body: object) =>
    acceptedBody(await callEndpoint(payments, sendVoucher, { params: { id }, headers, body }));

  test('a voucher puts a transfer into review, once, however often the button is pressed', async ({ debtor }) => {
    const { id } = await transfer(debtor);
    const voucher = { ...VOUCHER, operationNumber: 'A-1001', fromBank: 'Caja Arequipa' };
    const reviewed = await send(debtor, id, voucher);
    expect(reviewed).toMatchObject({
      status: 'IN_REVIEW',
      received: 0,
      canCancel: false,
      canSendVoucher: false,
      voucher: {
        operationNumber: 'A1001',
        bankId: 'BCP',
        fromBank: 'Caja Arequipa',
        paidAt: '2026-01-15',
        amount: 509.44,
        fileName: null,
      },
    });
    expect(await send(debtor, id, voucher)).toEqual(reviewed);
  });

  test('the statement that names the operation ends the review, on the day of the bank', {
    tags: 'promise-the-day-a-payment-counts',
  }, async ({ debtor }) => {
    const { id } = await transfer(debtor);
    await send(debtor, id, { ...VOUCHER, operationNumber: '00777001' });
    payments.clock.moveTo('2026-01-19');
    const report = await importStatement(payments, [['15/01/2026', '777001', '509.44', 'ABONO']]);
    expect(report).toMatchObject({ matched: [{ paymentId: id }], unmatched: [] });
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      outcome: 'EXACT',
      paidOn: '2026-01-15',
      paysOff: true,
    });
  });

  test('a statement that came before the voucher is found by it, at once', async ({ debtor }) => {
    const { id } = await transfer(debtor);
    const report = await importStatement(payments, [['15/01/2026', '888002', '509.44', 'ABONO SIN REFERENCIA']]);
    expect(report).toMatchObject({ matched: [], unmatched: [{ bankRef: '888002', reason: 'unknown-reference' }] });
    expect(await send(debtor, id, { ...VOUCHER, operationNumber: '888002' })).toMatchObject({
      status: 'SUCCEEDED',
      applied: true,
      paysOff: true,
    });
  });

  test('the same operation with another amount is not taken for it', async ({ debtor }) => {
    const { id } = await transfer(debtor);
    await importStatement(payments, [['15/01/2026', '999003', '100.00', 'ABONO']]);
    const voucher = { ...VOUCHER, operationNumber: '999003' };
    expect(await send(debtor, id, voucher)).toMatchObject({ status: 'IN_REVIEW', received: 0 });
    expect((await stored(payments, debtor.loan.id)).loan.facts).toEqual([]);
  });

  test('a picture or PDF comes along as a form, sealed with the key of its client', async ({ debtor }) => {
    const { id } = await transfer(debtor);
    const fields = { ...VOUCHER, operationNumber: 'B-2002', amount: '509.44' };
    const answer = await sendVoucherForm(payments, debtor, id, fields, [['../boleta.exe', PDF]]);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'IN_REVIEW', voucher: { fileName: 'boleta.pdf' } });
    const row = await payments.db.kysely
      .selectFrom('voucher')
      .select(['id', 'file_sealed'])
      .where('intent_id', '=', id)
      .executeTakeFirstOrThrow();
    const { data_key } = await payments.db.kysely
      .selectFrom('person')
      .select('data_key')
      .where('id', '=', debtor.personId)
      .executeTakeFirstOrThrow();
    const place = { table: 'voucher', column: 'file_sealed', id: row.id };
    const opened = payments.vault.withKey(data_key ?? '').open(row.file_sealed ?? '', place);
    expect(Buffer.from(opened, 'base64').toString()).toBe('%PDF-1.7 the voucher of Rosa');
    expect(row.file_sealed).not.toContain('voucher of');
  });

  test('a voucher that was settled weeks ago does not take the transfer that repeats its number', async () => {
    const [old, stranger] = [await aDebtor(payments), await aDebtor(payments)];
    const { id } = await startPayment(payments, old, { purpose: 'PARTIAL', amount: 100, method: 'MANUAL' });
    await send(old, id, { ...VOUCHER, operationNumber: '404001', amount: 100 });
    await importStatement(payments, [['15/01/2026', '404001', '100.00', 'ABONO']]);
    await closeThrough(payments.loans, '2026-01-30');
    const rows = [['30/01/2026', '404001', '100.00', 'ABONO']] as const;
    expect(await importStatement(payments, rows)).toMatchObject({ matched: [], unmatched: [{ bankRef: '404001' }] });
    expect(await lookAt(payments, old, id)).toMatchObject({ received: 100 });
    // The stranger's own voucher, of the same number on another day, is taken and finds it.
    const own = await startPayment(payments, stranger, { purpose: 'PARTIAL', amount: 100, method: 'MANUAL' });
    const voucher = { ...VOUCHER, operationNumber: '404001', amount: 100, paidAt: '2026-01-30' };
    expect(await send(stranger, own.id, voucher)).toMatchObject({ status: 'SUCCEEDED', paidOn: '2026-01-30' });
  });

  test('a voucher of another week does not take money that waits for its owner', async ({ debtor }) => {
    await importStatement(payments, [['15/01/2026', '404002', '509.44', 'ABONO']]);
    await closeThrough(payments.loans, '2026-01-25');
    const { id } = await transfer(debtor);
    const voucher = { ...VOUCHER, operationNumber: '404002', amount: 509.44, paidAt: '2026-01-25' };
    expect(await send(debtor, id, voucher)).toMatchObject({ status: 'IN_REVIEW', received: 0 });
  });

  test('an operation that two clients name is in review for both, and a person decides whose it is', async () => {
    const [one, other, later] = [await aDebtor(payments), await aDebtor(payments), await aDebtor(payments)];
    const voucher = { ...VOUCHER, operationNumber: '4711' };
    const [first, second, third] = [await transfer(one), await transfer(other), await transfer(later)];
    expect(await send(one, first.id, voucher)).toMatchObject({ status: 'IN_REVIEW' });
    expect(await send(other, second.id, voucher)).toMatchObject({ status: 'IN_REVIEW' });
    const report = await importStatement(payments, [['15/01/2026', '004711', '509.44', 'ABONO']]);
    expect(report).toMatchObject({ matched: [] });
    // Nor is it the third's, because the money is there already.
    expect(await send(later, third.id, voucher)).toMatchObject({ status: 'IN_REVIEW', received: 0 });
    const tasks = async () =>
      (await listTasks(payments.db.kysely))
        .filter(({ kind }) => kind === 'voucher-named-twice')
        .map((task) => task.subject);
    expect(await tasks()).toEqual([`payment:${second.id}`, `payment:${third.id}`]);
    await reviewPayment(payments.context, third.id, { operator: 'Ana', reason: 'It is the first client’s.' });
    expect(await tasks()).toEqual([`payment:${second.id}`]);
    // Another operation of the same number, weeks later.
    payments.clock.moveTo('2026-02-10');
    await importStatement(payments, [['10/02/2026', '4711', '20.00', 'ABONO']]);
    const fourth = await startPayment(payments, later, { purpose: 'PARTIAL', amount: 20, method: 'MANUAL' });
    const again = { ...voucher, paidAt: '2026-02-10', amount: 20 };
    expect(await send(later, fourth.id, again)).toMatchObject({ status: 'SUCCEEDED', received: 20 });
  });
});

describe('400', () => {
  const VOUCHER = { operationNumber: 'C-3003', bankId: 'bcp', paidAt: '2026-01-15', amount: 509.44 };

  async function aTransfer() {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    return { ...debtor, id };
  }

  test.each([
    [{ operationNumber: '1' }, ['operationNumber.invalid']],
    [{ bankId: 'Banco de la Nación' }, ['bankId.unknown']],
    [{ fromBank: '?' }, ['fromBank.invalid']],
    [{ paidAt: '2026-01-16' }, ['paidAt.future']],
    [{ paidAt: '2026-02-30' }, ['paidAt.invalid']],
    [{ amount: 0 }, ['amount.out_of_range']],
    [{ bankId: 'x', amount: -1, paidAt: '2027-01-01' }, ['bankId.invalid']],
    [{ bankId: 'Otro', amount: -1, paidAt: '2027-01-01' }, ['bankId.unknown', 'paidAt.future', 'amount.out_of_range']],
  ])('%j is refused', async (wrong, codes) => {
    const { headers, id } = await aTransfer();
    const answer = await callEndpoint(payments, sendVoucher, {
      params: { id },
      headers,
      body: { ...VOUCHER, ...wrong },
    });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test('a client names an operation for one of their payments only', async () => {
    const debtor = await aTransfer();
    const send = (id: string, body: object) =>
      callEndpoint(payments, sendVoucher, { params: { id }, headers: debtor.headers, body: { ...VOUCHER, ...body } });
    expect((await send(debtor.id, { operationNumber: '3003' })).status).toBe(200);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    expect(fieldCodes(await send(id, { operationNumber: '003003' }))).toEqual(['operationNumber.duplicate']);
    expect((await send(id, { operationNumber: '3004' })).status).toBe(200);
  });

  test('a file is what its first bytes show, and there is one', { tags: 'asvs-5.1.1' }, async () => {
    const debtor = await aTransfer();
    const fields = { ...VOUCHER, operationNumber: 'D-4004', amount: '509.44' };
    const program = new Uint8Array(Buffer.from('MZ this is a program'));
    const pdf = new Uint8Array(Buffer.from('%PDF-1.7'));
    const codes = async (files: readonly (readonly [string, Uint8Array])[]) => {
      const answer = await sendVoucherForm(payments, debtor, debtor.id, fields, files);
      expect(answer.status).toBe(400);
      return fieldCodes({ body: await answer.json() });
    };
    expect(await codes([['boleta.pdf', program]])).toEqual(['file.unsupported_type']);
    expect(
      await codes([
        ['a.pdf', pdf],
        ['b.pdf', pdf],
      ]),
    ).toEqual(['file.out_of_range']);
  });
});

describe('404', () => {
  const VOUCHER = { operationNumber: 'F-6006', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };

  const PDF = new Uint8Array(Buffer.from('%PDF-1.7'));

  const send = ({ headers }: Debtor, id: string, body: object = VOUCHER) =>
    visibleAnswer(payments, sendVoucher, { params: { id }, headers, body });

  const sendForm = async (debtor: Debtor, id: string) =>
    visible(await sendVoucherForm(payments, debtor, id, { ...VOUCHER, amount: '509.44' }, [['boleta.pdf', PDF]]));

  async function isWithoutVoucher(owner: Debtor, id: string) {
    expect(await lookAt(payments, owner, id)).toMatchObject({ status: 'PENDING_CUSTOMER', voucher: null });
    const rows = await payments.db.kysely.selectFrom('voucher').select('id').where('intent_id', '=', id).execute();
    expect(rows).toEqual([]);
  }

  test('another client’s payment takes no voucher, as text or as a form: it is not there, byte for byte', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const { id } = await transfer(other);
    const absent = await send(one, uuidv7(Date.now()));
    expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
    expect(await send(one, id)).toEqual(absent);
    expect(await sendForm(one, id)).toEqual(await sendForm(one, uuidv7(Date.now())));
    expect((await sendForm(one, id)).status).toBe(404);
    await isWithoutVoucher(other, id);
  });

  test('not even one that names money which waits for its payment', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const { id } = await transfer(other);
    await importStatement(payments, [['15/01/2026', '606060', '509.44', 'ABONO SIN REFERENCIA']]);
    expect((await send(one, id, { ...VOUCHER, operationNumber: '606060' })).status).toBe(404);
    await isWithoutVoucher(other, id);
  });

  test('a wrong voucher, and one for a payment that takes none, are answered the same', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const [waiting, ended] = [await transfer(other), await transfer(other)];
    await callEndpoint(payments, cancelPayment, { params: { id: ended.id }, headers: other.headers });
    for (const body of [VOUCHER, { ...VOUCHER, paidAt: '2026-02-30' }, { ...VOUCHER, bankId: 'Banco de la Nación' }]) {
      const absent = await send(one, uuidv7(Date.now()), body);
      expect(absent.status).toBe(404);
      expect(await send(one, waiting.id, body)).toEqual(absent);
      expect(await send(one, ended.id, body)).toEqual(absent);
      expect((await send(other, ended.id, body)).status).not.toBe(404);
    }
  });
});

describe('409', () => {
  const refusal = { status: 409, body: { error: { code: 'payment_state' } } };

  const body = { operationNumber: 'E-5005', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };

  test('a card payment and a payment that was given up take no voucher', async ({ debtor }) => {
    const { headers } = debtor;
    const card = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    const transfer = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    await callEndpoint(payments, cancelPayment, { params: { id: transfer.id }, headers });
    for (const { id } of [card, transfer]) {
      expect(await callEndpoint(payments, sendVoucher, { params: { id }, headers, body })).toMatchObject(refusal);
    }
  });
});

describe('429', () => {
  test('twenty vouchers at once are all one client sends, to however many copies of the service', async ({
    debtor,
  }) => {
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    const other = createPayments(payments.db);
    const body = { operationNumber: 'A-2001', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };
    const call = { params: { id }, headers: debtor.headers, body };
    const statuses = [];
    for (let k = 0; k < 21; k += 1) {
      statuses.push((await callEndpoint(k % 2 === 0 ? payments : other, sendVoucher, call)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});
