import { addDays } from '#loan/calendar.ts';
import {
  CONTACT_LOOK_BACK_DAYS,
  type ContactHours,
  type ContactPlan,
  contactRefusal,
  nextContactHours,
} from '#loan/contact-hours.ts';
import { readContactSituations } from '#server/lending/loans/store/contact-store.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';
import { type ListContext, LOAN_COLUMNS, type LoanFilter, type LoanRow, pageOfLoans } from './loan-list.ts';

/** A late loan, and when its client may be called about it. */
export interface LateRow extends LoanRow {
  readonly mayBeCalled: 'yes' | 'no';
  /** The rule that forbids it now, with the reasons of a pause. */
  readonly why: string | null;
  /** The day and the hours, now or next; null while nothing is allowed. */
  readonly callOn: string | null;
  readonly callFrom: string | null;
  readonly callUntil: string | null;
}

export const LATE_COLUMNS: StaffList<LateRow>['columns'] = {
  ...LOAN_COLUMNS,
  mayBeCalled: 'plain',
  why: 'plain',
  callOn: 'plain',
  callFrom: 'plain',
  callUntil: 'plain',
};

/** Who is late today, with the rules of contact applied to each as `contact show` does (Ley 29571 arts. 61–62). */
export async function pageOfLateLoans(
  context: ListContext,
  filter: LoanFilter,
  at: PageRequest,
): Promise<Page<LateRow>> {
  const { db, clock, calendar } = context;
  const { rows, next } = await pageOfLoans(context, { daysLateFrom: 1, ...filter }, at);
  const now = momentInLima(clock.now());
  const { isHoliday } = await calendar.days(db.kysely);
  const plan: ContactPlan = { channel: 'CALL', recipient: 'CLIENT', at: now };
  const situations = await readContactSituations(
    db.kysely,
    rows.map(({ personId, number }) => ({ personId, loanNumber: number })),
    addDays(now.date, -CONTACT_LOOK_BACK_DAYS),
  );
  return {
    next,
    rows: rows.map((row) => {
      const situation = situations.get(row.number) ?? { pauses: [], contactDates: [] };
      const refusal = contactRefusal(plan, situation, isHoliday);
      const why = refusal && [refusal, ...situation.pauses].join(', ');
      return {
        ...row,
        mayBeCalled: refusal ? 'no' : 'yes',
        why: why ?? null,
        ...onWire(nextContactHours(plan, situation, isHoliday)),
      };
    }),
  };
}

function onWire(hours: ContactHours | undefined): Pick<LateRow, 'callOn' | 'callFrom' | 'callUntil'> {
  if (!hours) return { callOn: null, callFrom: null, callUntil: null };
  return { callOn: hours.date, callFrom: timeOfDay(hours.fromMinute), callUntil: timeOfDay(hours.untilMinute) };
}
