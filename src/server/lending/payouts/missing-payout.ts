import type { Kysely } from 'kysely';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Cents } from '#loan/money.ts';
import type { Tables } from '#server/kit/tables.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';

/** Money that was on its way to a client: a loan's or a top-up's, or a refund's. */
export interface MissingPayout {
  readonly id: string;
  readonly amountCents: Cents;
  readonly orderedOn: CalendarDate;
}

const NOT_FOUND = 'payout-not-found';

/** Every task about one payout. */
export function payoutSubject(id: string): string {
  return `payout:${id}`;
}

/**
 * An order that was on its way and that neither archive nor bank knows may have been paid all the same: sent by a machine
 * with another archive, or before these books were restored. Only a person who asks the bank can tell (decision 0106).
 */
export function reportMissingPayout(db: Kysely<Tables>, payout: MissingPayout, now: number): Promise<void> {
  const { id, amountCents, orderedOn } = payout;
  const facts = { order: id, amount: formatSoles(amountCents), date: formatDate(orderedOn) };
  return openTask(db, { kind: NOT_FOUND, subject: payoutSubject(id), says: NOT_FOUND, facts }, now);
}

/**
 * Closes the task, because the bank has been heard of the order after all or a person has said how it ended. A warning
 * that follows from it is another task, and stays.
 */
export function closeMissingPayout(db: Kysely<Tables>, id: string, now: number, by = 'provider'): Promise<void> {
  return closeTasks(db, payoutSubject(id), { by, now, kind: NOT_FOUND });
}
