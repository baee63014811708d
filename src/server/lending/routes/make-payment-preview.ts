import { MAX_QUOTE_DAYS } from '#api/endpoints/get-payoff-quote.ts';
import { makePaymentPreview, type PaymentPreviewBody } from '#api/endpoints/make-payment-preview.ts';
import { calendarDate, daysBetween, isCalendarDate, laterOf } from '#loan/calendar.ts';
import { isDisbursed, type PaymentUse, type Standing } from '#loan/loan.ts';
import { type Cents, cents, fromSoles, subtract, sum, toSoles } from '#loan/money.ts';
import {
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  lineOf,
  unpaidNet,
  unpaidOfGroup,
  unpaidVat,
} from '#loan/obligation.ts';
import { previewRepayment } from '#loan/repayment.ts';
import { standingOn } from '#loan/standing.ts';
import { invalidFields, notFound, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { fromAllocation } from '../payment-view.ts';
import { readLoan } from '../store/loan-store.ts';
import type { LoanContext } from '../workflows/with-loan.ts';

export function makePaymentPreviewRoute({ db, clock, calendar }: LoanContext): Route<typeof makePaymentPreview> {
  return {
    endpoint: makePaymentPreview,
    async answer({ params, body, client }) {
      const stored = await readLoan(db.kysely, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const businessDate = calendarDate(clock.businessDate());
      const today = laterOf(businessDate, stored.bookedThrough ?? businessDate);
      const { date } = body;
      if (!isCalendarDate(date)) return invalidFields([{ field: 'date', code: 'invalid' }]);
      if (date < today) return invalidFields([{ field: 'date', code: 'past' }]);
      if (daysBetween(today, date) > MAX_QUOTE_DAYS) return invalidFields([{ field: 'date', code: 'out_of_range' }]);
      const amountCents = fromSoles(body.amount);
      if (amountCents <= 0) return invalidFields([{ field: 'amount', code: 'out_of_range' }]);
      const { loan } = stored;
      const { isBusinessDay } = await calendar.days(db.kysely);
      const before = isDisbursed(loan) ? standingOn(loan, date, isBusinessDay) : undefined;
      if (!isDisbursed(loan) || !before || before.paidOn) {
        return refused(409, 'loan_closed', 'Nothing is owed of this loan.');
      }
      const use = useOn(before, body.mode);
      const payment = { kind: 'payment', id: 'preview', date, amountCents, into: 'bank', use } as const;
      const preview = previewRepayment(loan, payment, isBusinessDay);
      const left = preview.paysOff ? [] : preview.groupsAfter.filter((group) => unpaidOfGroup(group) > 0);
      const [outstanding, rest] = [total(before.groups), total(left)];
      const paid = subtract(amountCents, cents(Math.max(0, preview.allocation.creditCents)));
      return {
        kind: 'ok',
        body: {
          allocation: fromAllocation(preview.allocation),
          paysOff: preview.paysOff,
          outstandingBefore: toSoles(outstanding),
          outstandingAfter: toSoles(rest),
          savings: toSoles(cents(outstanding - paid - rest)),
          scheduleAfter: left.map(fromGroup),
        },
        headers: {},
      };
    },
  };
}

/** Into a running plan or flex pay, money goes as they say. */
function useOn({ plan, flex }: Standing, mode: Extract<PaymentUse, { kind: 'ordinary' }>['mode']): PaymentUse {
  const isArranged = (plan && !plan.endedOn) || (flex && !flex.endedOn);
  return isArranged ? { kind: 'arrangement' } : { kind: 'ordinary', ...(mode && { mode }) };
}

function total(groups: readonly DueGroup[]): Cents {
  return sum(...groups.map(unpaidOfGroup));
}

function fromGroup(group: DueGroup): PaymentPreviewBody['scheduleAfter'][number] {
  const net = (...components: Component[]): number =>
    toSoles(sum(...components.map((component) => unpaidNet(lineOf(group, component)))));
  return {
    number: group.number,
    dueDate: group.dueDate,
    principal: net('principal'),
    interest: net(...INTEREST_COMPONENTS),
    fees: net(...FEE_COMPONENTS),
    vat: toSoles(sum(...Object.values(group.lines).map(unpaidVat))),
    moratory: net('moratory'),
    total: toSoles(unpaidOfGroup(group)),
  };
}
