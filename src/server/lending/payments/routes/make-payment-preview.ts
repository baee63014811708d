import { makePaymentPreview, type PaymentPreviewBody } from '#api/endpoints/payments/make-payment-preview.ts';
import { owedTerms, subtractTerms, type Term, termsOf } from '#loan/explanation.ts';
import { type FlexSettings, settlementOffer } from '#loan/flex-pay.ts';
import { isDisbursed, type PaymentUse, type Standing } from '#loan/loan.ts';
import { type Cents, cents, fromSoles, subtract, toSoles, ZERO } from '#loan/money.ts';
import { outstandingCents, remainingRows } from '#loan/remaining-schedule.ts';
import { type Allocation, previewRepayment } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { invalidFields, notFound, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf, todayOfLoan } from '#server/lending/loans/loan-snapshot.ts';
import { presentRow } from '#server/lending/loans/present-row.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import type { PaymentContext } from '../payment-context.ts';
import { fromAllocation, fromComingTopUp } from '../payment-view.ts';
import { quoteDate } from '../quote-date.ts';

type Context = Pick<PaymentContext, 'db' | 'clock' | 'calendar' | 'parameters'>;

export function makePaymentPreviewRoute(context: Context): Route<typeof makePaymentPreview> {
  const { db, clock, calendar } = context;
  return {
    endpoint: makePaymentPreview,
    async answer({ params, body, client }) {
      const stored = await readLoan(db.kysely, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const asked = quoteDate(body.date, todayOfLoan(clock, stored));
      if (asked.kind === 'refused') return asked;
      const amountCents = fromSoles(body.amount);
      if (amountCents <= 0) return invalidFields([{ field: 'amount', code: 'out_of_range' }]);
      const days = await calendar.days(db.kysely);
      const { loan } = stored;
      const before = isDisbursed(loan) && standingOn(loan, { date: asked.date, calendar: days });
      if (!before || before.paidOn) return refused(409, 'loan_closed', 'Nothing is owed of this loan.');
      const { flex } = await policiesOf(context);
      const use = meantUse(before, amountCents, body.mode, flex);
      return { kind: 'ok', body: preview(loan, before, { amountCents, use }), headers: {} };
    },
  };
}

type Mode = Extract<PaymentUse, { kind: 'ordinary' }>['mode'];

function preview(
  loan: Parameters<typeof previewRepayment>[0],
  before: Standing,
  { amountCents, use }: { readonly amountCents: Cents; readonly use: PaymentUse },
): PaymentPreviewBody {
  const { date } = before;
  const payment = { kind: 'payment', id: 'preview', date, amountCents, into: 'bank', use } as const;
  const { paysOff, allocation, after } = previewRepayment(loan, payment, before.calendar);
  const [outstanding, rest] = [outstandingCents(before), outstandingCents(after)];
  const paid = subtract(amountCents, allocation.creditCents);
  return {
    allocation: fromAllocation(allocation),
    paysOff,
    ...(after.paidOn && fromComingTopUp(after)),
    outstandingBefore: toSoles(outstanding),
    outstandingAfter: toSoles(rest),
    savings: toSoles(cents(outstanding - paid - rest)),
    savingsTerms: savingsTerms(before, allocation, after).map(presentTerm),
    scheduleAfter: remainingRows(after).map(presentRow),
  };
}

/**
 * The terms that the payment saves: what was owed before, without what is paid of it and what is owed after. Credit
 * left over does not count as a saving.
 */
function savingsTerms(before: Standing, { paidCents, vatCents }: Allocation, after: Standing): Term[] {
  const paid = termsOf({ ...paidCents, vat: vatCents });
  const owed = (standing: Standing): Term[] => owedTerms({ ...standing, creditCents: ZERO });
  return subtractTerms(subtractTerms(owed(before), paid), owed(after));
}

/** Into a running plan or flex pay, money goes as they say; exactly the settlement on offer ends a flex pay. */
function meantUse(standing: Standing, amountCents: Cents, mode: Mode, settings: FlexSettings): PaymentUse {
  const { plan, flex } = standing;
  if (plan && !plan.endedOn) return { kind: 'arrangement' };
  if (!flex || flex.endedOn) return { kind: 'ordinary', ...(mode && { mode }) };
  const settlement = settlementOffer(standing, settings);
  return settlement?.amountCents === amountCents
    ? { kind: 'settlement', discountCents: settlement.discountCents }
    : { kind: 'arrangement' };
}
