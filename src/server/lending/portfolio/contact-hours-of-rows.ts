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
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';

/** Hours in which a client may be called. */
export interface ContactHoursOfRow {
  readonly mayBeCalled: 'yes' | 'no';
  /** The rule that forbids it now, with the reasons of a pause. */
  readonly why: string | null;
  /** The day and the hours, now or next; null while nothing is allowed. */
  readonly callOn: string | null;
  readonly callFrom: string | null;
  readonly callUntil: string | null;
}

/** Applies the rules of contact to each row, as `contact show` does (Ley 29571 arts. 61–62). */
export async function withContactHours<Row extends { readonly number: string; readonly personId: string }>(
  { db, clock, calendar }: Pick<LendingContext, 'db' | 'clock' | 'calendar'>,
  rows: readonly Row[],
): Promise<readonly (Row & ContactHoursOfRow)[]> {
  const now = momentInLima(clock.now());
  const { isHoliday } = await calendar.days(db.kysely);
  const plan: ContactPlan = { channel: 'CALL', recipient: 'CLIENT', at: now };
  const situations = await readContactSituations(
    db.kysely,
    rows.map(({ personId, number }) => ({ personId, loanNumber: number })),
    addDays(now.date, -CONTACT_LOOK_BACK_DAYS),
  );
  return rows.map((row) => {
    const situation = situations.get(row.number) ?? { pauses: [], contactDates: [] };
    const refusal = contactRefusal(plan, situation, isHoliday);
    const why = refusal && [refusal, ...situation.pauses].join(', ');
    return {
      ...row,
      mayBeCalled: refusal ? 'no' : 'yes',
      why: why ?? null,
      ...onWire(nextContactHours(plan, situation, isHoliday)),
    };
  });
}

function onWire(hours: ContactHours | undefined): Pick<ContactHoursOfRow, 'callOn' | 'callFrom' | 'callUntil'> {
  if (!hours) return { callOn: null, callFrom: null, callUntil: null };
  return { callOn: hours.date, callFrom: timeOfDay(hours.fromMinute), callUntil: timeOfDay(hours.untilMinute) };
}
