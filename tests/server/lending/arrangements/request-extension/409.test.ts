import { expect, test } from 'vitest';
import { decidePaymentPlan } from '#loan/agreements.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { aDebtorOn, aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { accepted } from '#tests/support/loan/loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { type Debtor, postToken, tokenFrom, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

function putOnAPlan({ loan }: Debtor) {
  return withLoan(payments.loans.context, { id: loan.id }, async (locked) => {
    const { day } = locked;
    const standing = standingOn(locked.loan as never, day);
    const first = addDays(calendarDate(day.date), 5);
    const { terms } = planOffer(standing, 2, first, STANDARD_PLAN_SETTINGS);
    const plan = { id: uuidv7(locked.now), terms };
    const situation = { hardshipDeclared: true, brokenPlans: 0 };
    const change = decidePaymentPlan(locked.loan, plan, situation, STANDARD_PLAN_SETTINGS, day);
    await locked.save(accepted(change), { kind: 'plan-confirmed', ref: plan.id });
  });
}

test('a loan that went on a plan after the quote can no longer be extended', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-24');
  const { quoteId } = await aQuote(payments, debtor);
  await putOnAPlan(debtor);
  const answer = await askToExtend(payments, debtor, { quoteId });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
});

test('a loan that was paid off after the quote was asked for is closed', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  await askToExtend(payments, debtor, { quoteId });
  await pay(payments.loans, debtor.loan.id, 573.03);
  const answer = await askToExtend(payments, debtor, { quoteId });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'loan_closed' } }]);
});

test('while the outcome of another payment is not known, none is started', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  const first = await askToExtend(payments, debtor, { quoteId, method: 'NIUBIZ' });
  if (first.kind === 'refused' || first.body.action?.type !== 'CARD_FORM') throw new Error('no card form');
  const token = await tokenFrom(payments, first.body, 'approve');
  await payments.world.plan('niubiz', 'authorise', 'drop');
  await postToken(payments, first.body.action.actionUrl, token);
  const answer = await askToExtend(payments, debtor, { quoteId }, 'another-key-0001');
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'payment_in_progress' } }]);
});

test('a card needs an e-mail and a telephone', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  await payments.db.kysely
    .updateTable('person')
    .set({ email_sealed: null, email_index: null })
    .where('id', '=', debtor.personId)
    .execute();
  const { quoteId } = await aQuote(payments, debtor);
  const answer = await askToExtend(payments, debtor, { quoteId, method: 'NIUBIZ' });
  expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'contact_data_missing' } }]);
});
