import type { Insertable } from 'kysely';
import type { Cents } from '#loan/money.ts';
import {
  isInFlight,
  PAYMENT_INTENT_STATUSES,
  type PaymentIntentEvent,
  type PaymentIntentStatus,
} from '#loan/payment-intent.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { drawNumber } from '#server/kit/uuid.ts';
import { newPaymentReference } from '#server/lending/gateways/transfer/payment-reference.ts';
import { insertIntentEvent } from './payment-event-store.ts';
import { type PaymentIntent, statusAfter, toIntent } from './payment-store.ts';

export interface NewIntent
  extends Pick<
    PaymentIntent,
    'id' | 'personId' | 'loanId' | 'purpose' | 'method' | 'use' | 'amountCents' | 'locale' | 'expiresAt' | 'createdOn'
  > {
  readonly subjectId?: string | undefined;
  readonly intentKeyHash: string;
  readonly now: number;
  /** The event that follows at once: the client has the instructions already. */
  readonly first?: { readonly event: PaymentIntentEvent; readonly actor: string };
}

/** Nine hundred thousand million purchase numbers: chance repeats one once in a life, and then the next is tried. */
const TRIES = 5;

/**
 * Adds a payment, CREATED or already one event further, with numbers that are not in use. They are drawn at random, so
 * that another database never counts the same ones.
 */
export async function insertIntent(trx: Trx, intent: NewIntent): Promise<PaymentIntent> {
  const { id, createdOn: businessDate, now, first } = intent;
  const status = first ? statusAfter('CREATED', first.event) : 'CREATED';
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const row = await trx
      .insertInto('payment_intent')
      .values(newRow(intent, status))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) continue;
    if (first) await insertIntentEvent(trx, { id, from: 'CREATED', to: status, ...first, businessDate, now });
    return toIntent(row);
  }
  throw new Error('no free purchase number');
}

function newRow(intent: NewIntent, status: PaymentIntentStatus): Insertable<Tables['payment_intent']> {
  const at = new Date(intent.now);
  return {
    id: intent.id,
    person_id: intent.personId,
    loan_id: intent.loanId,
    purpose: intent.purpose,
    method: intent.method,
    use: JSON.stringify(intent.use),
    amount: intent.amountCents,
    subject_id: intent.subjectId ?? null,
    locale: intent.locale,
    status,
    intent_key_hash: intent.intentKeyHash,
    purchase_number: newPurchaseNumber(),
    reference: newPaymentReference(),
    expires_at: new Date(intent.expiresAt),
    created_on: intent.createdOn,
    created_at: at,
    updated_at: at,
  };
}

/** Twelve digits: two halves, because a drawn number stays below 2^48. */
function newPurchaseNumber(): string {
  return `${drawNumber(100_000, 1_000_000)}${String(drawNumber(0, 1_000_000)).padStart(6, '0')}`;
}

/** Statuses that wait for the client: a second equal request returns the same payment. */
const WAITING = ['CREATED', 'PENDING_CUSTOMER'] as const satisfies readonly PaymentIntentStatus[];
const IN_FLIGHT = PAYMENT_INTENT_STATUSES.filter(isInFlight);

/**
 * The payments that may keep a request from creating a new one, newest first: those whose outcome is unknown, and
 * pending ones of the same method and amount (any amount when the request has none).
 */
export async function readRivals(
  trx: Trx,
  requested: Pick<PaymentIntent, 'loanId' | 'purpose' | 'method'> & { readonly amountCents: Cents | undefined },
  now: number,
): Promise<PaymentIntent[]> {
  const { loanId, purpose, method, amountCents } = requested;
  const rows = await trx
    .selectFrom('payment_intent')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('status', 'in', [...IN_FLIGHT, ...WAITING])
    .where(({ and, eb, or }) =>
      or([
        eb('status', 'in', IN_FLIGHT),
        and([
          eb('purpose', '=', purpose),
          eb('method', '=', method),
          eb('expires_at', '>', new Date(now)),
          ...(amountCents === undefined ? [] : [eb('amount', '=', amountCents)]),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toIntent);
}
