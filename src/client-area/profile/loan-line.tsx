import type { LoanBody } from '#api/loan-body.ts';
import { weekdayDate } from '#client-area/loan-parts/date-text.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { Locale } from '#i18n/locale.ts';
import { type CalendarDate, daysBetween } from '#loan/calendar.ts';
import { REMINDER_DAYS } from '#loan/reminders.ts';
import { Way, type WayStep } from '../application/waiting/way.tsx';
import { nextOf } from './next-payment.ts';
import { isLate } from './profile.store.ts';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly loan: LoanBody;
  /** The lender's today. */
  readonly today: string;
  /** Beside a schedule, which says the dates of a phone: it is shown on a desk alone. */
  readonly isBeside: boolean;
  readonly locale: Locale;
}

/** The line of time of a loan: what is paid, today, when we remind of the next payment, its date, and the last one. */
export function LoanLine({ isBeside, say, ...line }: Props) {
  const steps = stepsOf({ say, ...line });
  if (steps.length === 0) return null;
  return (
    <section className={isBeside ? 'card flat stack desk' : 'card flat stack'} aria-labelledby="profile-line">
      <h2 className="h3" id="profile-line">
        {say('loan_line_title')}
      </h2>
      <Way steps={steps} say={say} />
    </section>
  );
}

function stepsOf({ loan, today, locale, say }: Omit<Props, 'isBeside'>): WayStep[] {
  const { title, amount, date } = nextOf(loan);
  if (date === null || isLate(loan)) return [];
  const isToday = date <= today;
  const left = daysBetween(today as CalendarDate, date as CalendarDate);
  return [
    ...paidSteps(loan, say),
    ...(isToday ? [] : [{ title: say('loan_line_today'), when: weekdayDate(today, locale), state: 'now' } as const]),
    // A plan or flex pay that is kept is not reminded of.
    ...(loan.status === 'PERFORMING' ? reminderSteps(left, say) : []),
    {
      title: `${say(title)}: ${solesText(amount)}`,
      when: weekdayDate(date, locale),
      state: isToday ? 'now' : 'later',
    },
    ...lastSteps(loan, date, locale, say),
  ];
}

function paidSteps({ schedule, status }: LoanBody, say: Props['say']): WayStep[] {
  const count = schedule.filter(({ unpaid }) => unpaid <= 0).length;
  if (status !== 'PERFORMING' || count === 0) return [];
  return [{ title: say('loan_line_paid', { count, total: schedule.length }), state: 'done' }];
}

/** The days on which a message is still to come before the payment is due. */
function reminderSteps(daysLeft: number, say: Props['say']): WayStep[] {
  const [first, second] = REMINDER_DAYS.filter((day) => day < 0 && -day < daysLeft).map((day) => -day);
  if (first === undefined) return [];
  const title =
    second === undefined ? say('loan_line_reminder', { count: first }) : say('loan_line_reminders', { first, second });
  return [{ title, state: 'later' }];
}

/** The end of the loan or of its plan, where it is not the next payment. */
function lastSteps(loan: LoanBody, next: string, locale: Locale, say: Props['say']): WayStep[] {
  const isPlan = loan.status === 'PAYMENT_PLAN';
  const last = (isPlan ? loan.plan?.payments : loan.status === 'PERFORMING' ? loan.schedule : undefined)?.at(-1);
  if (!last || last.dueDate <= next) return [];
  const title = say(isPlan ? 'loan_line_last_payment' : 'loan_line_last', { number: last.number });
  return [{ title, when: weekdayDate(last.dueDate, locale), state: 'later' }];
}
