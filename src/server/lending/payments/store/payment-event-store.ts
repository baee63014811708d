import type { Kysely } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { PaymentIntentEvent, PaymentIntentStatus } from '#loan/payment-intent.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';

/** A move of a payment in its history, with its actor and time. */
export interface Moved {
  /** `client`, `provider`, `clock` or `operator:<name>`. */
  readonly actor: string;
  readonly businessDate: string;
  readonly now: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A row of the history. */
interface IntentStep extends Moved {
  readonly id: string;
  readonly event: PaymentIntentEvent;
  readonly from: PaymentIntentStatus;
  readonly to: PaymentIntentStatus;
}

export async function insertIntentEvent(
  trx: Trx,
  { id, event, from, to, actor, businessDate, now, detail = {} }: IntentStep,
): Promise<void> {
  await trx
    .insertInto('payment_event')
    .values({
      intent_id: id,
      event,
      from_status: from,
      to_status: to,
      actor,
      detail: JSON.stringify(detail),
      business_date: businessDate,
      at: new Date(now),
    })
    .execute();
}

/** The events of a payment, oldest first. */
export function readIntentEvents(db: Kysely<Tables>, intentId: string) {
  return db.selectFrom('payment_event').selectAll().where('intent_id', '=', intentId).orderBy('id').execute();
}

/** The business date on which a card was sent to its provider; undefined for one that never was. */
export async function readSentOn(db: Kysely<Tables>, intentId: string): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom('payment_event')
    .select('business_date')
    .where('intent_id', '=', intentId)
    .where('event', '=', 'authorisation-sent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && calendarDate(row.business_date);
}
