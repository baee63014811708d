import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { makePaymentPreview } from '#api/endpoints/payments/make-payment-preview.ts';
import { changeFacts } from '#loan/loan-life.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes, visibleAnswer } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, type Debtor, takeCreditBack, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();

describe('200', () => {
  const previewOf = async ({ number, headers }: Debtor, body: object) =>
    acceptedBody(await callEndpoint(payments, makePaymentPreview, { params: { number }, headers, body }));

  test('S/ 300 on EX1’s due date: interest, fees and IGV first, the rest to principal (domain 3.6)', async () => {
    const debtor = await aDebtor(payments);
    const preview = await previewOf(debtor, { amount: 300, date: '2026-02-14' });
    expect(preview).toEqual({
      allocation: {
        principal: 226.97,
        interest: 31.89,
        fees: { techFee: 12, adminFee: 10, acceleratedAcceptanceFee: 8 },
        vat: 11.14,
        moratory: 0,
        credit: 0,
      },
      paysOff: false,
      outstandingBefore: 573.03,
      outstandingAfter: 273.03,
      savings: 0,
      savingsTerms: [],
      scheduleAfter: [
        {
          number: 1,
          dueDate: '2026-02-14',
          principal: 273.03,
          interest: 0,
          fees: 0,
          vat: 0,
          moratory: 0,
          total: 273.03,
        },
      ],
    });
    expect((await stored(payments, debtor.loan.id)).loan.facts).toEqual([]);
  });

  test('too much ends the loan, and says what stays as credit and what is saved', async () => {
    const debtor = await aDebtor(payments);
    const preview = await previewOf(debtor, { amount: 573.03, date: '2026-02-09' });
    expect(preview).toMatchObject({
      paysOff: true,
      allocation: { credit: 10.76 },
      outstandingAfter: 0,
      savings: 10.76,
      scheduleAfter: [],
    });
    expect(Math.round(preview.savingsTerms.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(1076);
  });

  test('what was sent back of a payment that was then taken back is owed, and no saving', async () => {
    const debtor = await aDebtor(payments);
    const { id } = debtor.loan;
    await closeThrough(payments.loans, '2026-02-14');
    await pay(payments.loans, id, 600);
    expect(await takeCreditBack(payments.context, debtor)).toMatchObject({
      kind: 'requested',
    });
    await withLoan(payments.context, { id }, (locked) => {
      const { loan, day } = locked;
      const facts = loan.facts.map((fact) => (fact.kind === 'payment' ? { ...fact, reversedOn: day.date } : fact));
      return locked.save(changeFacts(loan, facts, day), { kind: 'chargeback', ref: id });
    });
    const { savings, savingsTerms } = await previewOf(debtor, { amount: 100, date: '2026-02-16' });
    expect({ savings, savingsTerms }).toEqual({ savings: 0, savingsTerms: [] });
  });

  test('on a plan the moratory interest it forgives is not counted, and what is left are the plan’s dates', async () => {
    const debtor = await aDebtor(payments);
    await proveAgain(payments, debtor, ['confirm-plan']);
    await closeThrough(payments.loans, '2026-02-24');
    const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
    acceptedBody(await callEndpoint(payments, confirmPaymentPlan, { headers: debtor.headers, body }));
    const preview = await previewOf(debtor, { amount: 100, date: '2026-02-24' });
    expect(preview).toMatchObject({ outstandingBefore: 585.31, outstandingAfter: 485.31, savings: 0 });
    expect(preview.scheduleAfter.map(({ number, dueDate, total }) => [number, dueDate, total])).toEqual([
      [1, '2026-03-06', 95.1],
      [2, '2026-04-06', 195.1],
      [3, '2026-05-06', 195.11],
    ]);
  });

  test('exactly the settlement of a flex pay ends the loan; a céntimo less is an ordinary payment', async () => {
    const value = { ...(SEED_POLICIES.flex as object), settlementDiscountPercent: 50 };
    await changeParameter(payments.db, { kind: 'policy', key: 'flex', from: '2026-02-01', value });
    const debtor = await aDebtor(payments);
    await proveAgain(payments, debtor, ['activate-flex']);
    await closeThrough(payments.loans, '2026-03-02');
    const { headers } = debtor;
    acceptedBody(await callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } }));
    const settled = await previewOf(debtor, { amount: 548.15, date: '2026-03-02' });
    expect(settled).toMatchObject({ paysOff: true, outstandingAfter: 0, savings: 48.15, scheduleAfter: [] });
    const less = await previewOf(debtor, { amount: 548.14, date: '2026-03-02' });
    expect(less).toMatchObject({ paysOff: false, outstandingAfter: 48.16 });
  });

  test('EX2 prepays S/ 800: lower instalments, fewer instalments, or none cheaper (domain 3.5)', async () => {
    const debtor = await aDebtor(payments, EX2_TERMS);
    for (const date of ['2026-02-15', '2026-03-15']) {
      payments.clock.moveTo(date);
      await pay(payments.loans, debtor.loan.id, 635.63);
    }
    const by = (mode: string) => previewOf(debtor, { amount: 800, date: '2026-03-15', mode });
    const [lower, fewer, ahead] = [await by('REDUCE_INSTALLMENT'), await by('REDUCE_TERM'), await by('ADVANCE')];
    expect(lower.scheduleAfter).toHaveLength(4);
    expect(fewer.scheduleAfter).toHaveLength(3);
    expect(ahead.savings).toBe(0);
    expect(fewer.savings).toBeGreaterThan(lower.savings);
    expect(lower.savings).toBeGreaterThan(ahead.savings);
  });
});

describe('400', () => {
  test.each([
    [{ amount: 0, date: '2026-01-20' }, ['amount.out_of_range']],
    [{ amount: -5, date: '2026-01-20' }, ['amount.out_of_range']],
    [{ amount: 10.005, date: '2026-01-20' }, ['amount.invalid']],
    [{ amount: 10, date: '2026-01-14' }, ['date.past']],
    [{ amount: 10, date: '2026-02-15' }, ['date.out_of_range']],
    [{ amount: 10, date: '2026-01-20', mode: 'FASTER' }, ['mode.not_allowed']],
    [{ date: '2026-01-20' }, ['amount.required']],
  ])('a preview of %j is refused', async (body, codes) => {
    const { number, headers } = await aDebtor(payments);
    const answer = await callEndpoint(payments, makePaymentPreview, { params: { number }, headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});

describe('404', () => {
  const preview = ({ headers }: Debtor, number: string, body: object) =>
    visibleAnswer(payments, makePaymentPreview, { params: { number }, headers, body });

  test.each([
    ['that would do', { amount: 300, date: '2026-02-14' }],
    ['of nothing', { amount: 0, date: '2026-02-14' }],
    ['on a day that is over', { amount: 300, date: '2026-01-14' }],
    ['with a mode', { amount: 300, date: '2026-01-20', mode: 'REDUCE_TERM' }],
  ])('a payment %s to another client’s loan is answered as if there were no such loan', async (_, body) => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments, EX2_TERMS)];
    const absent = await preview(one, 'P-2026-9999999', body);
    expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'not_found']);
    expect(await preview(one, other.number, body)).toEqual(absent);
    expect((await preview(other, other.number, body)).status).not.toBe(404);
  });
});

describe('409', () => {
  test('nothing would be paid of a loan that is paid', async () => {
    const { number, headers, loan } = await aDebtor(payments);
    await pay(payments.loans, loan.id, 509.44);
    const body = { amount: 10, date: '2026-01-15' };
    const answer = await callEndpoint(payments, makePaymentPreview, { params: { number }, headers, body });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'loan_closed' } } });
  });
});
