import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { RUNNING_STATUSES } from '#server/lending/loans/store/loan-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';

/** The date at which a journal is in the books: its own, unless its chain was booked further already. */
export const BOOKED_ON = sql<string>`coalesce(journal.booked_on, journal.business_date)`;

export interface BookDate {
  readonly kind: 'date';
  readonly date: CalendarDate;
  /** Whether nothing is entered at this date any more, so that its figures stay the same for ever. */
  readonly isFinal: boolean;
}

/**
 * Checks a date whose books are to be read. A past date is final once every running loan has been closed beyond it, and
 * is refused before, because its figures could still change; today's books are read as they stand.
 */
export async function bookDate(
  { db, clock }: Pick<LendingContext, 'db' | 'clock'>,
  asked: string | undefined,
  field = 'date',
): Promise<BookDate | Refusal> {
  const today = calendarDate(clock.businessDate());
  const date = asked === undefined ? today : calendarDate(asked);
  if (date > today) return invalidFields([{ field, code: 'future' }]);
  if (date === today) return { kind: 'date', date, isFinal: false };
  const { open } = await db.kysely
    .selectFrom('loan')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('status', 'in', RUNNING_STATUSES)
    .where('booked_through', '<=', date)
    .executeTakeFirstOrThrow();
  if (Number(open) === 0) return { kind: 'date', date, isFinal: true };
  const loans = `${open} ${Number(open) === 1 ? 'loan is' : 'loans are'}`;
  return refused(409, 'date_not_closed', `${loans} not closed beyond ${date} yet: run "date close" first.`);
}
