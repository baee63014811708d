import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { decidePaymentPlan } from '#loan/agreements.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { standingOn } from '#loan/standing.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { readIntentsOf } from '#server/lending/payments/store/payment-store.ts';
import { aDebtorOn, aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { afterCommitOf, before, turnstile } from '#tests/support/database/turnstile.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { accepted } from '#tests/support/loan/loans.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { asColleague, type Debtor, postToken, tokenFrom, withPayments } from '#tests/support/payments/payments.ts';
import { proveAgain } from '#tests/support/people/borrower.ts';

const gate = turnstile();
const payments = withPayments({ around: gate.around });

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

// The embedded database has one transaction at a time.
describe.runIf(TEST_ENGINE === 'postgres')('asked for while the loan is given something else', () => {
  /** Before the loan is locked, and when the payment is there and its answer is being written. */
  const MOMENTS = {
    early: () => before(/from "person" where .* for no key update/),
    late: () => afterCommitOf(/insert into "payment_intent"/),
  };
  const plan = (headers: Record<string, string>) =>
    callEndpoint(payments, confirmPaymentPlan, {
      headers,
      body: { numberOfPayments: 2, firstPaymentDate: '2026-02-26', paymentChannel: 'MANUAL' },
    });
  const flex = (headers: Record<string, string>) =>
    callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } });
  const topUp = (headers: Record<string, string>) =>
    callEndpoint(payments, requestTopUp, { headers, body: { principal: 200 } });

  async function meeting(
    day: string,
    at: (step: string) => boolean,
    act: (headers: Record<string, string>) => Promise<{ status: number }>,
  ) {
    const debtor = await aDebtorOn(payments, day);
    await proveAgain(payments, debtor, ['extend', 'confirm-plan', 'activate-flex', 'top-up']);
    await trusted(payments, debtor.personId);
    // Ten days late is too early for flex pay, unless a colleague offers it.
    if (act === flex) await asColleague(payments, 'Ana', `loans/${debtor.number}/flex-offer`, { days: 7 });
    const { quoteId } = await aQuote(payments, debtor);
    const asked = { at, act: () => askToExtend(payments, debtor, { quoteId }, 'a-key-of-its-own') };
    const [extension, other] = await gate.inTurn(payments.db, asked, () => act(debtor.headers));
    if (extension.status === 'rejected' || other.status === 'rejected') throw new Error('not answered');
    const { status, body } = extension.value;
    // The same request again, with its key, is answered alike.
    const again = await askToExtend(payments, debtor, { quoteId }, 'a-key-of-its-own');
    expect([again.status, again.body]).toEqual([status, status === 201 ? expect.anything() : body]);
    const open = await readIntentsOf(payments.db.kysely, debtor.loan.id, ['CREATED', 'PENDING_CUSTOMER']);
    return {
      extension: [status, 'error' in body ? body.error.code : body.extension?.status],
      other: other.value.status,
      open: open.length,
    };
  }
  const refused = { extension: [409, 'not_eligible'], open: 0 };
  const started = { extension: [201, 'PAYMENT_PENDING'], open: 1 };

  test.each([
    ['a plan', 'early', '2026-02-24', plan, { ...refused, other: 200 }],
    ['a plan', 'late', '2026-02-24', plan, { ...refused, other: 200 }],
    ['flex pay', 'early', '2026-02-24', flex, { ...refused, other: 200 }],
    ['flex pay', 'late', '2026-02-24', flex, { ...refused, other: 200 }],
    ['a top-up', 'early', '2026-01-25', topUp, { ...refused, other: 201 }],
    ['a top-up', 'late', '2026-01-25', topUp, { ...started, other: 409 }],
  ] as const)(
    '%s, %s: one of both is refused in words, and no payment that has ended is answered',
    async (_, moment, day, act, expected) => {
      expect(await meeting(day, MOMENTS[moment](), act)).toEqual(expected);
    },
  );
});
