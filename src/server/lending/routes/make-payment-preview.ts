import { makePaymentPreview, type PaymentPreviewBody } from '#api/endpoints/make-payment-preview.ts';
import type { IsBusinessDay } from '#loan/lateness.ts';
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
import { quoteDate, todayOf } from '../quote-date.ts';
import { readLoan } from '../store/loan-store.ts';
import type { LoanContext } from '../workflows/with-loan.ts';

export function makePaymentPreviewRoute({ db, clock, calendar }: LoanContext): Route<typeof makePaymentPreview> {
  return {
    endpoint: makePaymentPreview,
    async answer({ params, body, client }) {
      const stored = await readLoan(db.kysely, { number: params.number, personId: client.personId });
      if (!stored) return notFound();
      const asked = quoteDate(body.date, todayOf(clock, stored));
      if (asked.kind === 'refused') return asked;
      const amountCents = fromSoles(body.amount);
      if (amountCents <= 0) return invalidFields([{ field: 'amount', code: 'out_of_range' }]);
      const { isBusinessDay } = await calendar.days(db.kysely);
      const { loan } = stored;
      const before = isDisbursed(loan) && standingOn(loan, asked.date, isBusinessDay);
      if (!before || before.paidOn) return refused(409, 'loan_closed', 'Nothing is owed of this loan.');
      return { kind: 'ok', body: preview(loan, before, { amountCents, mode: body.mode }, isBusinessDay), headers: {} };
    },
  };
}

type Mode = Extract<PaymentUse, { kind: 'ordinary' }>['mode'];

function preview(
  loan: Parameters<typeof previewRepayment>[0],
  before: Standing,
  { amountCents, mode }: { readonly amountCents: Cents; readonly mode: Mode },
  isBusinessDay: IsBusinessDay,
): PaymentPreviewBody {
  const { date } = before;
  const payment = {
    kind: 'payment',
    id: 'preview',
    date,
    amountCents,
    into: 'bank',
    use: meantUse(before, mode),
  } as const;
  const { paysOff, allocation, groupsAfter } = previewRepayment(loan, payment, isBusinessDay);
  const left = paysOff ? [] : groupsAfter.filter((group) => unpaidOfGroup(group) > 0);
  const [outstanding, rest] = [total(before.groups), total(left)];
  const paid = subtract(amountCents, allocation.creditCents);
  return {
    allocation: fromAllocation(allocation),
    paysOff,
    outstandingBefore: toSoles(outstanding),
    outstandingAfter: toSoles(rest),
    savings: toSoles(cents(outstanding - paid - rest)),
    scheduleAfter: left.map(fromGroup),
  };
}

/** Into a running plan or flex pay, money goes as they say. */
function meantUse({ plan, flex }: Standing, mode: Mode): PaymentUse {
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
