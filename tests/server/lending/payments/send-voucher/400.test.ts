import { expect, test } from 'vitest';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aDebtor, sendVoucherForm, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

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
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
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
