import { describe, expect, test } from 'vitest';
import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asOperator, sendVoucherForm, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();
const PDF = new Uint8Array(Buffer.from('%PDF-1.7 a transfer of Rosa, with the balance of her account'));
const NOBODYS = '019bc215-3d00-7000-8000-000000000000';

test('no caller without the operator token sees any of it', async () => {
  for (const path of ['refunds', `vouchers/${NOBODYS}`]) {
    const answer = await payments.app.request(`/api/v1/staff/${path}`);
    expect([path, answer.status]).toEqual([path, 401]);
  }
});

describe('the file of a voucher', () => {
  test('comes back as it was sent, and that somebody looked is written down', { tags: 'asvs-5.4.1' }, async () => {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    const fields = { operationNumber: '00123456', bankId: 'BCP', paidAt: '2026-01-15', amount: '509.44' };
    expect((await sendVoucherForm(payments, debtor, id, fields, [['voucher.pdf', PDF]])).status).toBe(200);
    const answer = await asOperator(payments, `vouchers/${id}`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="voucher-[\da-f-]{36}\.pdf"$/);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
    const looks = await readAudit(payments.db.kysely, `payment:${id}`);
    expect(looks.map(({ actor, action }) => `${actor} ${action}`)).toContain('operator:Ana payment.view-voucher');
    const seen = await readAccessLog(payments.db.kysely, debtor.personId, 1);
    expect(seen).toMatchObject([{ kind: 'FILE_SEEN', staff: 'Ana' }]);
  });

  test('that nobody sent is not there', async () => {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    for (const other of [id, NOBODYS, 'x']) {
      expect((await asOperator(payments, `vouchers/${other}`)).status).toBe(404);
    }
  });
});

test('a refund is listed until its money has arrived', async () => {
  const debtor = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-02-09');
  await pay(payments.loans, debtor.loan.id, 573.03);
  const { number, headers } = debtor;
  const refund = acceptedBody(await callEndpoint(payments, requestRefund, { params: { number }, headers }));
  const listed = async () => {
    const { refunds } = (await (await asOperator(payments, 'refunds')).json()) as { refunds: { id: string }[] };
    return refunds.find(({ id }) => id === refund.id);
  };
  expect(await listed()).toMatchObject({ kind: 'CREDIT', status: 'QUEUED', amount: 10.76, loanId: debtor.loan.id });
  await dispatchRefunds(payments.loans.context);
  await dispatchRefunds(payments.loans.context);
  expect(await listed()).toBeUndefined();
});
