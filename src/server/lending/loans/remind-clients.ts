import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { lastDayForAccount } from '#loan/loan-life.ts';
import type { Cents } from '#loan/money.ts';
import { type Reminder, type ReminderDay, reminderOn } from '#loan/reminders.ts';
import { standingOn } from '#loan/standing.ts';
import type { NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import { endNotifications } from '#server/lending/clients/notification-store.ts';
import { type NewNotification, notify } from '#server/lending/clients/notify.ts';
import { limaTimeOf } from '#server/lending/messages/lima-time.ts';
import { DUE_KINDS, RETURNED_KINDS } from './notify-of-loan.ts';
import { readPauses } from './store/contact-store.ts';
import { readOpenPromise } from './store/promise-store.ts';
import { readLoansToRemind, takeReminderTurn } from './store/reminder-store.ts';
import { type LoanContext, type LockedLoan, withLoan } from './with-loan.ts';

const BATCH = 200;

/**
 * Sends the reminders due on the business date (domain 2.16, 2.23). Each loan is processed once a day, by whichever
 * process claims it; a loan that fails is logged and does not stop the others.
 * @returns how many reminders were written
 */
export async function remindClients(context: LoanContext): Promise<number> {
  const today = calendarDate(context.clock.businessDate());
  let written = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await readLoansToRemind(context.db.kysely, today, { after, limit: BATCH });
    for (const id of ids) {
      try {
        if ((await withLoan(context, { id }, remindOne)) === true) written += 1;
      } catch (error) {
        context.log.error({ err: error, loanId: id }, 'a client could not be reminded');
      }
    }
    after = ids.at(-1);
    if (ids.length < BATCH) return written;
  }
}

async function remindOne(locked: LockedLoan): Promise<boolean> {
  const { trx, id, personId, loan, day, now } = locked;
  if (!(await takeReminderTurn(trx, id, day.date)) || !isDisbursed(loan)) return false;
  const reminder = reminderOn(standingOn(loan, day));
  if (!reminder) return false;
  const isAboutDelay = reminder.kind === 'arrangement' || reminder.day > 0;
  if (isAboutDelay && (await readPauses(trx, { personId, loanNumber: loan.number })).length > 0) return false;
  if (restsByPromise(reminder) && (await readOpenPromise(trx, id, day.date))) return false;
  const message = { ...messageOf(reminder, loan, day.date), personId, now } as NewNotification;
  const isNew = await notify(trx, message);
  // The one before it said another day, or that there was time left.
  const of = { loanNumber: loan.number, except: message.naturalKey };
  if (isNew) await endNotifications(trx, personId, DUE_KINDS, now, of);
  return isNew;
}

/**
 * Tells whether a promise to pay holds a reminder back until its date: only that a payment is late. That an agreement is
 * about to end, or that the next payment falls due, a client must hear in time to act.
 */
function restsByPromise(reminder: Reminder): boolean {
  return reminder.kind === 'payment' && reminder.day > 0;
}

type ReminderKind = Extract<NotificationKind, `payment-${string}`>;
const KIND_OF_DAY: Readonly<Record<ReminderDay, ReminderKind>> = {
  [-5]: 'payment-soon',
  [-2]: 'payment-soon',
  0: 'payment-due',
  1: 'payment-late',
  3: 'payment-late',
  7: 'payment-late',
  15: 'payment-overdue',
  30: 'payment-overdue',
};

function messageOf(reminder: Reminder, { number: loanNumber }: Loan, asOf: CalendarDate) {
  const { amountCents, dueDate } = reminder;
  if (reminder.kind === 'arrangement') {
    return {
      kind: reminder.arrangement === 'plan' ? 'plan-at-risk' : 'flex-at-risk',
      params: { loanNumber, amountCents, dueDate, endsOn: reminder.endsOn },
      naturalKey: `at-risk:${reminder.id}:${dueDate}`,
    };
  }
  const { day, lastDay } = reminder;
  return {
    kind: KIND_OF_DAY[day],
    params: { loanNumber, amountCents, dueDate, ...(day > 0 ? { asOf } : { lastDay }) },
    naturalKey: `reminder:${loanNumber}:${dueDate}:${day}`,
  };
}

/** Reminds the client once that the loan waits for another account, in place of the notice that the bank refused one. */
export async function remindOfAccount(
  { trx, personId, loan, now }: LockedLoan,
  { orderId, refusedOn }: { readonly orderId: string; readonly refusedOn: CalendarDate },
): Promise<void> {
  const loanNumber = loan.number;
  const naturalKey = `account-ending:${orderId}`;
  const params = { loanNumber, answerBy: lastDayForAccount(refusedOn) };
  const isNew = await notify(trx, { kind: 'account-ending', params, naturalKey, personId, now });
  if (isNew) await endNotifications(trx, personId, RETURNED_KINDS, now, { loanNumber, except: naturalKey });
}

/** Reminds the client once that a top-up waits for their signature. */
export async function remindOfTopUp(
  { trx, personId, loan, now }: LockedLoan,
  request: { readonly id: string; readonly principalCents: Cents; readonly expiresAt: Date },
): Promise<void> {
  const { date: untilDate, time: untilTime } = limaTimeOf(request.expiresAt.getTime());
  const params = { loanNumber: loan.number, amountCents: request.principalCents, untilDate, untilTime };
  const naturalKey = `top-up-ending:${request.id}`;
  await notify(trx, { kind: 'top-up-ending', params, naturalKey, personId, now });
}
