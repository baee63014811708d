import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import type { LoanFact } from '#loan/loan.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { date, EX1, on } from '../loan/loans.ts';

/** A plan of two payments for EX1, ten days late. */
export const offered = planOffer(on(EX1, '2026-02-24'), 2, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
/** That plan, confirmed. */
export const plan: LoanFact = {
  kind: 'plan',
  id: 'plan-1',
  date: date('2026-02-24'),
  plan: {
    items: offered.payments.map(({ dueDate, amount }) => ({ dueDate, amountCents: amount.totalCents })),
    totalCents: offered.totalCents,
    atRiskAfterBusinessDays: 5,
    brokenAfterDays: 10,
  },
};

/** Flex pay of EX1, sixteen days late. */
export const flex: LoanFact = {
  kind: 'flex',
  id: 'flex-1',
  date: date('2026-03-02'),
  flex: flexTerms(on(EX1, '2026-03-02'), STANDARD_FLEX_SETTINGS),
};
