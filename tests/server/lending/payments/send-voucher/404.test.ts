import { expect, test } from 'vitest';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { callEndpoint, visible, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  type Debtor,
  importStatement,
  lookAt,
  sendVoucherForm,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();

const VOUCHER = { operationNumber: 'F-6006', bankId: 'BCP', paidAt: '2026-01-15', amount: 509.44 };
const PDF = new Uint8Array(Buffer.from('%PDF-1.7'));

const transfer = (debtor: Debtor) => startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
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
  const nobodys = await send(one, uuidv7());
  expect([nobodys.status, JSON.parse(nobodys.text).error.code]).toEqual([404, 'not_found']);
  expect(await send(one, id)).toEqual(nobodys);
  expect(await sendForm(one, id)).toEqual(await sendForm(one, uuidv7()));
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
    const nobodys = await send(one, uuidv7(), body);
    expect(nobodys.status).toBe(404);
    expect(await send(one, waiting.id, body)).toEqual(nobodys);
    expect(await send(one, ended.id, body)).toEqual(nobodys);
    expect((await send(other, ended.id, body)).status).not.toBe(404);
  }
});
