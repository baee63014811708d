import { Temporal } from 'temporal-polyfill';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { trustEventsOfLoan } from '#loan/trust-events.ts';
import { type TrustEvent, type TrustSettings, type TrustStanding, trustStanding } from '#loan/trust-level.ts';
import { BUSINESS_TIME_ZONE } from '#server/kit/clock.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { LoanSnapshot } from './loan-snapshot.ts';
import { readDefaultDates } from './store/loan-store.ts';
import { readTrustEvents, readTrustRows, recordTrustEvent, retractTrustEvent } from './store/trust-store.ts';

/**
 * Synchronises the trust events of a loan with its facts, under the loan's lock: new events are added, and events that
 * later facts disprove (a reversed payment, an on-time payment that was reported late) are retracted. Idempotent.
 */
export async function recordTrustOfLoan(trx: Trx, snapshot: LoanSnapshot): Promise<void> {
  const { id: loanId, personId, loan, day, now } = snapshot;
  const wanted = trustEventsOfLoan(loan, await readDefaultDates(trx, loanId), day);
  const known = await readTrustRows(trx, { loanId });
  for (const row of known.filter(({ isRetracted }) => !isRetracted)) {
    const stillTrue = wanted.some(({ event, date }) => event === row.event && date === row.date);
    if (!stillTrue) await retractTrustEvent(trx, row.id, now);
  }
  for (const { event, date } of wanted) {
    const same = known.filter((row) => row.event === event && row.date === date);
    if (same.some(({ isRetracted }) => !isRetracted)) continue;
    // After a reversal the same event can occur again, hence the counter in the key.
    const naturalKey = `${event} of ${loanId} on ${date} #${same.length + 1}`;
    await recordTrustEvent(trx, { personId, event, date, loanId, naturalKey }, now);
  }
}

/**
 * Records or retracts the trust event of an identity that people have approved: a fraud flag takes it back, and another
 * approval gives it again. Idempotent.
 */
export async function recordTrustOfIdentity(
  trx: Trx,
  {
    personId,
    isApproved,
    date,
    now,
  }: { readonly personId: string; readonly isApproved: boolean; readonly date: CalendarDate; readonly now: number },
): Promise<void> {
  const event = 'identity-approved';
  const known = await readTrustRows(trx, { personId, event });
  const counted = known.filter(({ isRetracted }) => !isRetracted);
  if (!isApproved) for (const { id } of counted) await retractTrustEvent(trx, id, now);
  else if (counted.length === 0) {
    const naturalKey = known.length === 0 ? event : `${event} #${known.length + 1}`;
    await recordTrustEvent(trx, { personId, event, date, naturalKey }, now);
  }
}

/** The level of a client today, from everything that is recorded. Reading it must write nothing. */
export async function readTrustStanding(
  db: Db,
  personId: string,
  { today, settings }: { readonly today: CalendarDate; readonly settings: TrustSettings },
): Promise<TrustStanding> {
  const events = await readTrustEvents(db, personId);
  const isConfirmed = events.some(({ event }) => event === 'email-verified');
  return trustStanding(isConfirmed ? events : [...events, ...(await madeWith(db, personId))], today, settings);
}

/** The confirmed e-mail address of whoever was made with one, which has no event that says it. */
async function madeWith(db: Db, personId: string): Promise<readonly TrustEvent[]> {
  const { email_verified_at: at } = await db
    .selectFrom('person')
    .select('email_verified_at')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return at ? [{ event: 'email-verified', date: limaDate(at) }] : [];
}

function limaDate(instant: Date): CalendarDate {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(BUSINESS_TIME_ZONE);
  return calendarDate(local.toPlainDate().toString());
}
