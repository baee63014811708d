import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { TrustEvent, TrustEventName } from '#loan/trust-level.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

export interface NewTrustEvent {
  readonly personId: string;
  readonly event: TrustEventName;
  readonly date: CalendarDate;
  readonly loanId?: string | undefined;
  /** Deduplicates: a second event with the same key is ignored. */
  readonly naturalKey: string;
}

/** Adds something a client is known for from now on. @returns whether it was new */
export async function recordTrustEvent(db: Db, event: NewTrustEvent, now: number): Promise<boolean> {
  const added = await db
    .insertInto('trust_event')
    .values({
      id: uuidv7(now),
      person_id: event.personId,
      event: event.event,
      date: event.date,
      loan_id: event.loanId ?? null,
      natural_key: event.naturalKey,
      at: new Date(now),
    })
    .onConflict((conflict) => conflict.constraint('trust_event_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Retracts an event that turned out not to be true. Idempotent. */
export async function retractTrustEvent(db: Db, id: string, now: number): Promise<void> {
  await db
    .insertInto('trust_event_retraction')
    .values({ trust_event_id: id, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** All that counts for a person, oldest first. */
export async function readTrustEvents(db: Db, personId: string): Promise<TrustEvent[]> {
  const rows = await db
    .selectFrom('trust_event')
    .leftJoin('loan', 'loan.id', 'trust_event.loan_id')
    .leftJoin('trust_event_retraction', 'trust_event_retraction.trust_event_id', 'trust_event.id')
    .select(['trust_event.event', 'trust_event.date', 'loan.number'])
    .where('trust_event.person_id', '=', personId)
    .where('trust_event_retraction.trust_event_id', 'is', null)
    .orderBy('trust_event.date')
    .orderBy('trust_event.id')
    .execute();
  return rows.map(({ event, date, number }) => ({
    event,
    date: calendarDate(date),
    ...(number !== null && { loanNumber: number }),
  }));
}

/** Every row about a loan, or of one kind about a person; retracted ones included. */
export async function readTrustRows(
  db: Db,
  about: { readonly loanId: string } | { readonly personId: string; readonly event: TrustEventName },
) {
  const all = db
    .selectFrom('trust_event')
    .leftJoin('trust_event_retraction', 'trust_event_retraction.trust_event_id', 'trust_event.id')
    .select(['trust_event.id', 'trust_event.event', 'trust_event.date', 'trust_event_retraction.at as retracted_at']);
  const named =
    'loanId' in about
      ? all.where('trust_event.loan_id', '=', about.loanId)
      : all.where('trust_event.person_id', '=', about.personId).where('trust_event.event', '=', about.event);
  const rows = await named.orderBy('trust_event.id').execute();
  return rows.map(({ id, event, date, retracted_at }) => ({
    id,
    event,
    date: calendarDate(date),
    isRetracted: retracted_at !== null,
  }));
}
