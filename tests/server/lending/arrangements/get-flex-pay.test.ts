import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { LATE_TERMS_EXAMPLE } from '#api/explained-term.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

type Asker = { readonly headers: Record<string, string> };

const ask = async ({ headers }: Asker) => acceptedBody(await callEndpoint(loans, getFlexPay, { headers }));

const activate = ({ headers }: Asker) => callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });

const into = { kind: 'arrangement' } as const;

describe('200', () => {
  test('EX1 sixteen days late could pay 596,30 at 99,39 a month', async () => {
    expect(await ask(await aClientOn(loans, '2026-03-02'))).toEqual({
      eligible: true,
      reason: null,
      offerId: expect.any(String),
      status: null,
      balance: 596.3,
      terms: LATE_TERMS_EXAMPLE,
      paidSoFar: 0,
      minPayment: 20,
      minMonthly: 99.39,
      nextMinimum: {
        date: '2026-04-01',
        amount: 99.39,
        terms: [{ name: 'minimums', amount: 99.39, basis: { kind: 'parts', of: 596.3, count: 1, parts: 6 } }],
      },
      finalDate: '2026-08-29',
      settlement: null,
    });
  });

  describe('it cannot be had', () => {
    test('without a loan, or before its money has arrived', async () => {
      const client = await aBorrower(loans);
      expect(await ask(client)).toMatchObject({ eligible: false, reason: 'no_active_loan' });
      await anOriginatedLoan(loans, undefined, client.personId);
      expect(await ask(client)).toMatchObject({ eligible: false, reason: 'loan_not_active', balance: null });
    });

    test('up to fifteen days late', async () => {
      expect(await ask(await aClientOn(loans, '2026-03-01'))).toMatchObject({ reason: 'not_late_enough' });
    });

    test('by a loan in order', async () => {
      expect(await ask(await aClientOn(loans, '2026-02-10'))).toMatchObject({ reason: 'loan_not_active' });
    });
  });

  test('a plan that broke opens it, however few days late', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const body = { numberOfPayments: 2, firstPaymentDate: '2026-02-25' };
    await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
    await closeThrough(loans, '2026-03-20');
    expect(await ask(client)).toMatchObject({ eligible: true, reason: null });
  });

  describe('while it runs', () => {
    test('it says what came in and what has to come next', async () => {
      const client = await aClientOn(loans, '2026-03-02');
      await activate(client);
      await closeThrough(loans, '2026-03-10');
      await pay(loans, client.loan.id, 40, { use: into });
      expect(await ask(client)).toMatchObject({
        eligible: false,
        reason: 'already_on_flex',
        status: 'ACTIVE',
        balance: 596.3,
        paidSoFar: 40,
        nextMinimum: {
          date: '2026-04-01',
          amount: 59.39,
          terms: [
            { name: 'minimums', amount: 99.39 },
            { name: 'paid', amount: -40, basis: null },
          ],
        },
      });
      loans.clock.moveTo('2026-04-02');
      expect(await ask(client)).toMatchObject({ status: 'AT_RISK' });
    });

    test('it may be ended at once at a discount, never on principal', async () => {
      await changeParameter(loans.db, {
        kind: 'policy',
        key: 'flex',
        from: '2026-02-01',
        value: { ...(SEED_POLICIES.flex as object), settlementDiscountPercent: 50 },
      });
      const client = await aClientOn(loans, '2026-03-02');
      await activate(client);
      expect(await ask(client)).toMatchObject({
        settlement: { amount: 548.15, discount: 48.15, validUntil: '2026-03-02' },
      });
    });
  });
});
