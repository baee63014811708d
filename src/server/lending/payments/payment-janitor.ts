import { calendarDate } from '#loan/calendar.ts';
import { railOf } from '#loan/payment-intent.ts';
import { workRound } from '#server/kit/work-queue.ts';
import type { PaymentContext } from './payment-context.ts';
import { planNextQuery, queryProvider } from './query-provider.ts';
import {
  canMove,
  INTENTS_TO_ASK,
  lockIntent,
  moveIntent,
  type PaymentIntent,
  readIntent,
  readIntentsToExpire,
  toIntent,
} from './store/payment-store.ts';

const BATCH = 20;

/**
 * Queries the provider about every due payment: cards whose answer was lost after 30 s, 2, 5 and 15 minutes and then
 * every hour for a day (domain 2.11.2), codes now and then, because a message about them can be lost.
 * @returns how many were asked about
 */
export function queryPayments(context: PaymentContext, isStopped?: () => boolean): Promise<number> {
  const { db, clock, log } = context;
  return workRound(db.kysely, INTENTS_TO_ASK, clock.now(), {
    async work({ row }) {
      const intent = toIntent(row);
      await queryProvider(context, intent, 'clock');
      const after = await readIntent(db.kysely, { id: intent.id });
      // Ended payments have no next query; a lost answer has just got its first one scheduled.
      if (after?.nextQueryAt !== undefined && after.status === intent.status) await planNextQuery(context, after);
    },
    failed({ row }, error) {
      log.error({ err: error, payment: row.id }, 'a payment could not be asked about');
    },
    isStopped,
  });
}

/**
 * Expires unpaid payments. A code is queried first, because its money may have come while the webhook was lost. Money that
 * comes later is still accepted.
 * @returns how many ended
 */
export async function expirePayments(context: PaymentContext): Promise<number> {
  const { db, clock, log } = context;
  let expired = 0;
  // A payment that fails stays first in the list: the next page starts behind it, so it blocks no other.
  let after: PaymentIntent | undefined;
  do {
    const due = await readIntentsToExpire(db.kysely, { now: clock.now(), limit: BATCH, after });
    for (const intent of due) {
      try {
        if (railOf(intent.method) === 'code') await queryProvider(context, intent, 'clock');
        if (await expireOne(context, intent)) expired += 1;
      } catch (error) {
        log.error({ err: error, payment: intent.id }, 'a payment could not be ended');
      }
    }
    after = due.at(-1);
  } while (after);
  return expired;
}

function expireOne({ db, clock }: PaymentContext, { id }: PaymentIntent): Promise<boolean> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = (await lockIntent(trx, id)) as PaymentIntent;
    if (!canMove(intent, 'expired') || intent.expiresAt > clock.now()) return false;
    const businessDate = calendarDate(clock.businessDate());
    await moveIntent(trx, intent, 'expired', { actor: 'clock', businessDate, now: clock.now() });
    return true;
  });
}
