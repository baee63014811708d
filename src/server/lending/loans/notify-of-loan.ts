import type { BusinessDate } from '#loan/business-days.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { nextMinimum } from '#loan/flex-pay.ts';
import { isDisbursed, type Loan, type LoanEvent, type LoanFact, type Payment } from '#loan/loan.ts';
import { lastDayForAccount } from '#loan/loan-life.ts';
import { standingOn } from '#loan/standing.ts';
import { comingTopUp } from '#loan/top-up.ts';
import { trustEventsOfLoan } from '#loan/trust-events.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import { endNotifications } from '#server/lending/clients/notification-store.ts';
import { type NewNotification, notify } from '#server/lending/clients/notify.ts';
import type { Cause } from './store/loan-store.ts';

/** A change of a loan, as it was just written. */
export interface LoanChangeNotice {
  readonly personId: string;
  readonly before: Loan;
  readonly after: Loan;
  readonly events: readonly LoanEvent[];
  readonly cause: Cause;
  readonly day: BusinessDate;
  readonly now: number;
}

type LoanMessage = {
  readonly [Kind in NotificationKind]: Pick<NewNotification<Kind>, 'kind' | 'params' | 'naturalKey'>;
}[NotificationKind];

/**
 * Notifies the client of what a change of the loan means to them. The messages are derived from the change itself, so no
 * workflow has to remember to send them; a change that needs no message costs no query.
 */
export async function notifyOfLoan(trx: Trx, notice: LoanChangeNotice): Promise<void> {
  const messages = [
    ...ofNewFacts(notice),
    ...ofEvents(notice),
    ...ofGoodEnd(notice),
    ...ofTopUp(notice),
    ...ofTopUpLeft(notice),
    ...ofReversedPayments(notice),
  ];
  const { personId, now } = notice;
  const { number: loanNumber } = notice.after;
  await endNotifications(trx, personId, noLongerTrue(notice), now, { loanNumber });
  for (const message of messages) {
    await notify(trx, { ...message, personId: notice.personId, now: notice.now } as NewNotification);
  }
}

/** Notices of what is owed and until when: any money, and any agreement, changes it. */
export const DUE_KINDS = [
  'payment-soon',
  'payment-due',
  'payment-late',
  'payment-overdue',
  'plan-at-risk',
  'flex-at-risk',
] as const satisfies readonly NotificationKind[];
/** Notices that wait for another account after the bank has refused one. */
export const RETURNED_KINDS = ['disbursement-failed', 'account-ending'] as const satisfies readonly NotificationKind[];
const ARRANGED = ['plan-confirmed', 'flex-activated'] as const satisfies readonly NotificationKind[];
const ARRANGEMENT_OVER = ['plan-broken', 'flex-ended'] as const satisfies readonly NotificationKind[];
const PAID_OFF = ['loan-paid-off', 'next-loan'] as const satisfies readonly NotificationKind[];

const ENDED_BY: Readonly<Partial<Record<LoanEvent, readonly NotificationKind[]>>> = {
  'disbursement-ordered': RETURNED_KINDS,
  'disbursement-confirmed': RETURNED_KINDS,
  'disbursement-abandoned': RETURNED_KINDS,
  withdrawn: RETURNED_KINDS,
  'fell-past-due': ['payment-soon', 'payment-due', 'plan-at-risk', 'flex-at-risk', ...ARRANGED],
  'fell-into-default': ['payment-soon', 'payment-due', 'plan-at-risk', 'flex-at-risk', ...ARRANGED],
  'caught-up': [...DUE_KINDS, ...ARRANGED, ...ARRANGEMENT_OVER],
  'plan-confirmed': [...ARRANGED, ...ARRANGEMENT_OVER, 'extension-active'],
  'flex-activated': [...ARRANGED, ...ARRANGEMENT_OVER, 'extension-active'],
  'plan-resumed': ARRANGEMENT_OVER,
  'flex-resumed': ARRANGEMENT_OVER,
  settled: [...DUE_KINDS, ...ARRANGED, ...ARRANGEMENT_OVER, 'extension-active'],
  'reopened-performing': PAID_OFF,
  'reopened-past-due': PAID_OFF,
  'reopened-defaulted': PAID_OFF,
  'reopened-payment-plan': PAID_OFF,
  'reopened-flex': PAID_OFF,
  'reopened-written-off': PAID_OFF,
};

/** Finds what was told of the loan before and is not so after this change. */
function noLongerTrue({ before, after, events, day }: LoanChangeNotice): NotificationKind[] {
  const state = ({ facts }: Loan) => facts.map((fact) => `${fact.id} ${fact.kind === 'payment' && fact.reversedOn}`);
  const isOwedOtherwise = state(before).join() !== state(after).join();
  return [
    ...events.flatMap((event) => ENDED_BY[event] ?? []),
    ...(isOwedOtherwise ? DUE_KINDS : []),
    ...(isOwedOtherwise && dueDateOf(before, day) !== dueDateOf(after, day) ? (['extension-active'] as const) : []),
    ...(before.topUp?.status === 'ORIGINATED' && after.topUp?.status !== 'ORIGINATED'
      ? (['top-up-ending'] as const)
      : []),
    ...(after.topUp && !before.topUp ? (['top-up-failed', 'top-up-stopped'] as const) : []),
    ...(isOwedOtherwise || (before.topUp && !after.topUp) ? (['top-up-left'] as const) : []),
  ];
}

/**
 * The due date as extensions have moved it; undefined without any. Another extension, or money taken back, makes it
 * another.
 */
function dueDateOf(loan: Loan, day: BusinessDate): CalendarDate | undefined {
  const isExtended = loan.facts.some((fact) => fact.kind === 'payment' && fact.use.kind === 'extension');
  return isExtended && isDisbursed(loan) ? standingOn(loan, day).groups[0]?.dueDate : undefined;
}

function ofEvents(notice: LoanChangeNotice): LoanMessage[] {
  return notice.events.flatMap((event) => ofEvent(event, notice) ?? []);
}

function ofEvent(event: LoanEvent, notice: LoanChangeNotice): LoanMessage | undefined {
  const { before, after, cause } = notice;
  const loanNumber = after.number;
  const amountCents = after.terms.principalCents;
  switch (event) {
    case 'disbursement-confirmed':
      return { kind: 'loan-disbursed', params: { loanNumber, amountCents }, naturalKey: `disbursed:${loanNumber}` };
    case 'disbursement-rejected': {
      const params = { loanNumber, amountCents, answerBy: lastDayForAccount(notice.day.date) };
      return { kind: 'disbursement-failed', params, naturalKey: `disbursement-failed:${cause.ref}` };
    }
    case 'settled':
      // A loan that is opened again by a returned payment can be paid off again.
      return { kind: 'loan-paid-off', params: { loanNumber }, naturalKey: `paid-off:${loanNumber}:${cause.ref}` };
    case 'fell-past-due':
    case 'fell-into-default':
    case 'caught-up':
      return ofEndedArrangement(before, loanNumber);
    case 'reopened-past-due':
    case 'reopened-defaulted':
      return ofArrangementNotKept(notice);
    default:
      return undefined;
  }
}

const GOOD_ENDS: readonly string[] = ['loan-paid-on-time', 'loan-paid-1-to-3-days-late'];

/** The only advertising there is: to clients who agreed to it, when a loan was paid as agreed; once for each loan. */
function ofGoodEnd({ events, after, day }: LoanChangeNotice): LoanMessage[] {
  if (!events.includes('settled')) return [];
  if (!trustEventsOfLoan(after, [], day).some(({ event }) => GOOD_ENDS.includes(event))) return [];
  return [{ kind: 'next-loan', params: {}, naturalKey: `next-loan:${after.number}` }];
}

/** Only a plan or flex pay that failed is left by these events; one that was paid ends in `settled`. */
function ofEndedArrangement({ status, facts }: Loan, loanNumber: string): LoanMessage | undefined {
  const lastOf = (kind: LoanFact['kind']) => facts.findLast((fact) => fact.kind === kind)?.id;
  if (status === 'PAYMENT_PLAN') {
    return { kind: 'plan-broken', params: { loanNumber }, naturalKey: `plan-broken:${lastOf('plan')}` };
  }
  if (status === 'FLEX') {
    return { kind: 'flex-ended', params: { loanNumber }, naturalKey: `flex-ended:${lastOf('flex')}` };
  }
  return undefined;
}

/** The plan or flex pay of a paid loan that has failed, as it turns out without the money that was taken back. */
function ofArrangementNotKept({ before, after, day }: LoanChangeNotice): LoanMessage | undefined {
  if (!isDisbursed(before) || !isDisbursed(after)) return undefined;
  const [kept, now] = [standingOn(before, day), standingOn(after, day)];
  if (now.plan?.status === 'BROKEN' && kept.plan?.status !== 'BROKEN') {
    return ofEndedArrangement({ ...after, status: 'PAYMENT_PLAN' }, after.number);
  }
  if (now.flex?.status === 'ENDED' && kept.flex?.status !== 'ENDED') {
    return ofEndedArrangement({ ...after, status: 'FLEX' }, after.number);
  }
  return undefined;
}

function ofNewFacts(notice: LoanChangeNotice): LoanMessage[] {
  const known = new Set(notice.before.facts.map(({ id }) => id));
  return notice.after.facts.filter(({ id }) => !known.has(id)).flatMap((fact) => ofFact(fact, notice) ?? []);
}

function ofFact(fact: LoanFact, notice: LoanChangeNotice): LoanMessage | undefined {
  const { after, day } = notice;
  const loanNumber = after.number;
  switch (fact.kind) {
    case 'payment':
      return ofPayment(fact, notice);
    case 'tranche': {
      const params = { loanNumber, amountCents: fact.principalCents };
      return { kind: 'top-up-paid', params, naturalKey: `top-up:${fact.id}` };
    }
    case 'plan': {
      const { items, totalCents } = fact.plan;
      const firstDate = items[0]?.dueDate ?? fact.date;
      const params = { loanNumber, payments: items.length, amountCents: totalCents, firstDate };
      return { kind: 'plan-confirmed', params, naturalKey: `plan:${fact.id}` };
    }
    case 'flex': {
      const next = nextMinimum(standingOn(after, day));
      const firstDate = next?.date ?? fact.flex.finalDate;
      const params = { loanNumber, amountCents: fact.flex.minMonthlyCents, firstDate };
      return { kind: 'flex-activated', params, naturalKey: `flex:${fact.id}` };
    }
    default:
      return undefined;
  }
}

/** A payment that bought an extension is announced with the new due date, any other with its amount. */
function ofPayment(payment: Payment, { before, after, day }: LoanChangeNotice): LoanMessage | undefined {
  if (payment.reversedOn) return undefined;
  const loanNumber = after.number;
  if (payment.use.kind === 'extension') {
    const [first] = standingOn(after, day).groups;
    const [earlier] = standingOn(before, day).groups;
    if (first && earlier && first.dueDate > earlier.dueDate) {
      const params = { loanNumber, newDueDate: first.dueDate };
      return { kind: 'extension-active', params, naturalKey: `extension:${payment.id}` };
    }
  }
  const params = { loanNumber, amountCents: payment.amountCents, paidOn: payment.date };
  return { kind: 'payment-received', params, naturalKey: `payment:${payment.id}` };
}

/** A top-up that was being paid out is gone, and no tranche was added: the bank refused it, or people stopped it. */
function ofTopUp({ before, after, cause }: LoanChangeNotice): LoanMessage[] {
  const { topUp } = before;
  if (!topUp || after.topUp) return [];
  const params = { loanNumber: after.number, amountCents: topUp.principalCents };
  if (cause.kind === 'top-up-stopped') {
    return [{ kind: 'top-up-stopped', params, naturalKey: `top-up-stopped:${cause.ref}` }];
  }
  if (cause.kind !== 'disbursement-rejected') return [];
  return [{ kind: 'top-up-failed', params, naturalKey: `top-up-failed:${cause.ref}` }];
}

/** Everything else of the loan was paid while its top-up is on its way: what will be left of it (domain 2.15). */
function ofTopUpLeft({ before, after, day, cause }: LoanChangeNotice): LoanMessage[] {
  if (before.topUp?.status !== 'DISBURSING' || !after.topUp || !isDisbursed(before) || !isDisbursed(after)) return [];
  const standing = standingOn(after, day);
  const coming = comingTopUp(standing);
  if (!coming || !standing.paidOn || standingOn(before, day).paidOn) return [];
  const { principalCents: amountCents, leftCents, dueDate } = coming;
  const params = { loanNumber: after.number, amountCents, leftCents, dueDate };
  return [{ kind: 'top-up-left', params, naturalKey: `top-up-left:${cause.ref}` }];
}

function ofReversedPayments({ before, after }: LoanChangeNotice): LoanMessage[] {
  const counted = new Set(
    before.facts.flatMap((fact) => (fact.kind === 'payment' && !fact.reversedOn ? [fact.id] : [])),
  );
  return after.facts.flatMap((fact) => {
    if (fact.kind !== 'payment' || !fact.reversedOn || !counted.has(fact.id)) return [];
    const params = { loanNumber: after.number, amountCents: fact.amountCents, paidOn: fact.date };
    return [{ kind: 'payment-taken-back', params, naturalKey: `payment-taken-back:${fact.id}` } as const];
  });
}
