import { calendarDate } from '#loan/calendar.ts';
import { isDisbursed, type Loan } from '#loan/loan.ts';
import { type Reminder, type ReminderDay, reminderOn } from '#loan/reminders.ts';
import { standingOn } from '#loan/standing.ts';
import type { NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import { type NewNotification, notify } from '#server/lending/clients/notify.ts';
import { readPauses } from './store/contact-store.ts';
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
  return notify(trx, { ...messageOf(reminder, loan), personId, now } as NewNotification);
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

function messageOf(reminder: Reminder, { number: loanNumber }: Loan) {
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
    params: { loanNumber, amountCents, dueDate, lastDay },
    naturalKey: `reminder:${loanNumber}:${dueDate}:${day}`,
  };
}
