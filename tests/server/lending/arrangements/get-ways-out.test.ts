import { describe, expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getLateLoan } from '#api/endpoints/arrangements/get-late-loan.ts';
import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { getWaysOut } from '#api/endpoints/arrangements/get-ways-out.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

type Asker = { readonly headers: Record<string, string> };

const ask = async ({ headers }: Asker) => acceptedBody(await callEndpoint(loans, getWaysOut, { headers })).out;
const isPlanOpen = async ({ headers }: Asker) =>
  acceptedBody(await callEndpoint(loans, getPaymentPlanSettings, { headers })).eligible;

describe('200', () => {
  test('EX1 on its twelfth day: the date can be moved, a part paid, and a plan opens five days before the date', async () => {
    const out = await ask(await aClientOn(loans, '2026-01-27'));
    expect(out).toMatchObject({ status: 'PERFORMING', today: '2026-01-27', nextDate: '2026-02-14' });
    expect(out?.leastPart).toBeGreaterThan(0);
    expect(out?.ways.map(({ kind }) => kind)).toEqual(['extension']);
    expect(out?.opening).toEqual([{ kind: 'plan', from: '2026-02-09', payments: 3, amount: expect.any(Number) }]);
  });

  test('what is said to open does open on that day, not the day before, and with that amount', async () => {
    const client = await aClientOn(loans, '2026-01-27');
    const [plan] = (await ask(client))?.opening ?? [];
    const from = calendarDate(plan?.from ?? '');
    await closeThrough(loans, addDays(from, -1));
    expect(await isPlanOpen(client)).toBe(false);
    await closeThrough(loans, from);
    expect(await isPlanOpen(client)).toBe(true);
    const [way] = (await ask(client))?.ways.filter(({ kind }) => kind === 'plan') ?? [];
    expect([way?.later.length, way?.later[0]?.amount]).toEqual([plan?.payments, plan?.amount]);
    const body = { numberOfPayments: plan?.payments ?? 0, firstPaymentDate: way?.later[0]?.date ?? '' };
    const offer = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers: client.headers, body }));
    expect(offer.payments[0]?.amount.total).toBe(plan?.amount);
  });

  test('late, it has the ways of the late page, and flex pay sixteen days after the date', async () => {
    const client = await aClientOn(loans, '2026-02-24', EX2_TERMS);
    const out = await ask(client);
    const { late } = acceptedBody(await callEndpoint(loans, getLateLoan, { headers: client.headers }));
    expect(out?.ways).toEqual(late?.ways);
    expect(out?.opening).toEqual([{ kind: 'flex', from: '2026-03-03', payments: 6, amount: expect.any(Number) }]);
  });

  test('on a plan there is no other way, and a part can be paid', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const body = { numberOfPayments: 2, firstPaymentDate: '2026-02-25' };
    await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
    expect(await ask(client)).toMatchObject({ status: 'PAYMENT_PLAN', ways: [], opening: [] });
  });

  test('null without a loan, and when nothing is left to pay', async () => {
    expect(await ask(await aBorrower(loans))).toBeNull();
    const client = await aClientOn(loans, '2026-02-14');
    await pay(loans, client.loan.id, 573.03);
    expect(await ask(client)).toBeNull();
  });
});
