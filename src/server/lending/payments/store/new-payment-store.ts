import { randomInt } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Cents } from '#loan/money.ts';
import {
  isInFlight,
  PAYMENT_INTENT_STATUSES,
  type PaymentIntentEvent,
  type PaymentIntentStatus,
} from '#loan/payment-intent.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { newPaymentReference } from '#server/lending/gateways/transfer/payment-reference.ts';
import { idOf, type LoanKey } from '#server/lending/loans/store/loan-store.ts';
import { callRow, type IdempotentCall } from '#server/lending/people/store/idempotency-store.ts';
import { bucketStatement, type Metered } from '#server/lending/people/store/throttle-store.ts';
import { eventRow } from './payment-event-store.ts';
import { type IntentRow, type PaymentIntent, statusAfter, toIntent } from './payment-store.ts';

export interface NewIntent
  extends Pick<
    PaymentIntent,
    'id' | 'personId' | 'loanId' | 'purpose' | 'method' | 'use' | 'amountCents' | 'locale' | 'expiresAt' | 'createdOn'
  > {
  readonly subjectId?: string | undefined;
  readonly intentKeyHash: string;
  readonly now: number;
  /** What happened to it at once: the client has the instructions already. */
  readonly first?: { readonly event: PaymentIntentEvent; readonly actor: string };
}

/** Nine hundred thousand million purchase numbers: chance repeats one once in a life, and then the next is tried. */
const TRIES = 5;

/**
 * Adds a payment, CREATED or already one event further, with numbers nobody has: they are drawn, so that no other
 * database counts the same ones. One statement takes it from its client's limit, writes it with its event, and remembers
 * the call that asked for it; undefined when the limit is reached, and nothing is written.
 */
export async function insertIntent(
  trx: Trx,
  intent: NewIntent,
  { limit, call }: { readonly limit: Metered; readonly call: IdempotentCall | undefined },
): Promise<PaymentIntent | undefined> {
  const { id, createdOn: businessDate, now, first } = intent;
  const status = first ? statusAfter('CREATED', first.event) : 'CREATED';
  const event = first && eventRow({ id, from: 'CREATED', to: status, ...first, businessDate, now });
  const kept = call && callRow(call, { status: 201, response: { paymentId: id } });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { rows } = await sql<IntentRow | Unwritten>`with
      allowed as (${bucketStatement(limit, now)}),
      intent as (${insertBehind('allowed', 'payment_intent', newRow(intent, status))} on conflict do nothing returning *)
      ${event ? sql`, event as (${insertBehind('intent', 'payment_event', event)})` : sql``}
      ${kept ? sql`, kept as (${insertBehind('intent', 'idempotency_key', kept)})` : sql``}
      select intent.* from allowed left join intent on true`.execute(trx);
    const [row] = rows;
    if (!row) return undefined;
    if (row.id !== null) return toIntent(row);
  }
  throw new Error('no free purchase number');
}

/** One of the drawn numbers was somebody's. */
type Unwritten = { readonly id: null };

/** Inserts a row for each row that another part of the statement has. */
function insertBehind<Name extends keyof Tables>(part: string, table: Name, row: Insertable<Tables[Name]>) {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${sql.join(Object.values(row))} from ${sql.table(part)}`;
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
  return `${randomInt(100_000, 1_000_000)}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

/** Statuses that wait for the client: a second equal request returns the same payment. */
const WAITING = ['CREATED', 'PENDING_CUSTOMER'] as const satisfies readonly PaymentIntentStatus[];
const IN_FLIGHT = PAYMENT_INTENT_STATUSES.filter(isInFlight);

/**
 * The payments that may keep a request from creating a new one: those whose outcome is unknown, and pending ones of the
 * same method and amount (any amount when the request has none). One statement, because every payment runs it.
 */
export function rivalsStatement(
  trx: Trx,
  key: LoanKey,
  requested: Pick<PaymentIntent, 'purpose' | 'method'> & { readonly amountCents: Cents | undefined },
  now: number,
) {
  const { purpose, method, amountCents } = requested;
  return trx
    .selectFrom('payment_intent')
    .selectAll()
    .where('loan_id', '=', idOf(trx, key))
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
    .orderBy('id', 'desc');
}
