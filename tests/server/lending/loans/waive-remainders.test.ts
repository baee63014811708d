import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { decidePaymentPlan } from '#loan/agreements.ts';
import { STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { waiveRemainders } from '#server/lending/loans/waive-remainders.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { offered } from '#tests/support/arrangements/arrangements.ts';
import { accepted, EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, closeThrough, pay, stored, withLoanService } from '#tests/support/loans/loan-service.ts';

const service = withLoanService();
const statusOf = async (id: string) => (await stored(service, id)).loan.status;

test('a loan that is paid but for 95 céntimos ends after its last day, once', async () => {
  const { id } = await aLoan(service);
  await closeThrough(service, '2026-02-14');
  await pay(service, id, 572.08);
  // The due date is a Saturday: Monday is the last day to pay.
  await closeThrough(service, '2026-02-16');
  expect(await waiveRemainders(service.context)).toBe(0);
  await closeThrough(service, '2026-02-17');
  expect([await waiveRemainders(service.context), await statusOf(id)]).toEqual([1, 'PAID']);
  expect(await waiveRemainders(service.context)).toBe(0);
});

test('a plan that is paid but for two céntimos is not broken by them, and ends after its last date', async () => {
  const { id } = await aLoan(service);
  await closeThrough(service, '2026-02-24');
  await withLoan(service.context, { id }, async (locked) => {
    const plan = { id: randomUUID(), terms: offered.terms };
    const situation = { hardshipDeclared: false, brokenPlans: 0 };
    const change = decidePaymentPlan(locked.loan, plan, situation, STANDARD_PLAN_SETTINGS, locked.day);
    await locked.save(accepted(change), { kind: 'plan-confirmed', ref: plan.id });
  });
  await pay(service, id, 585.29, { use: { kind: 'arrangement' } });
  await closeThrough(service, '2026-04-02');
  expect([await waiveRemainders(service.context), await statusOf(id)]).toEqual([0, 'PAYMENT_PLAN']);
  await closeThrough(service, '2026-04-25');
  expect([await waiveRemainders(service.context), await statusOf(id)]).toEqual([1, 'PAID']);
});

test('more than S/ 1,00 is asked for, and an extension is waited for', async () => {
  const [owing, extended] = [await aLoan(service), await aLoan(service)];
  await closeThrough(service, '2026-02-14');
  await pay(service, owing.id, 571);
  await pay(service, extended.id, 26.22, { use: { kind: 'extension', termDays: 14, feeCents: 800 } as never });
  await closeThrough(service, '2026-02-20');
  expect(await waiveRemainders(service.context)).toBe(0);
  expect([await statusOf(owing.id), await statusOf(extended.id)]).toEqual(['PAST_DUE', 'PERFORMING']);
});

test('an instalment loan is looked at after its last instalment', async () => {
  const { id } = await aLoan(service, EX2_TERMS);
  for (const [day, soles] of [
    ['2026-02-15', 635.63],
    ['2026-03-15', 635.63],
    ['2026-04-15', 635.63],
    ['2026-05-15', 635.63],
    ['2026-06-15', 635.63],
    ['2026-07-15', 635.08],
  ] as const) {
    await closeThrough(service, day);
    await pay(service, id, soles);
    expect(await waiveRemainders(service.context)).toBe(0);
  }
  await closeThrough(service, '2026-07-16');
  expect([await waiveRemainders(service.context), await statusOf(id)]).toEqual([1, 'PAID']);
});
