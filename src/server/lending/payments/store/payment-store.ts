import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Locale } from '#i18n/locale.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { PaymentUse } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import {
  type AmountOutcome,
  PAYMENT_INTENT_TRANSITIONS,
  type PaymentIntentEvent,
  type PaymentIntentStatus,
  type PaymentMethod,
  type PaymentPurpose,
} from '#loan/payment-intent.ts';
import { move } from '#loan/transitions.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { WorkQueue } from '#server/kit/work-queue.ts';
import type { StoredCardForm } from '../tables.ts';
import { insertIntentEvent, type Moved } from './payment-event-store.ts';

export type IntentRow = Selectable<Tables['payment_intent']>;
type Change = Updateable<Tables['payment_intent']>;

/** A payment a client has started. Instants are milliseconds since 1970. */
export interface PaymentIntent {
  readonly id: string;
  readonly personId: string;
  readonly loanId: string;
  readonly purpose: PaymentPurpose;
  readonly method: PaymentMethod;
  readonly use: PaymentUse;
  readonly amountCents: Cents;
  readonly subjectId: string | undefined;
  readonly locale: Locale;
  readonly status: PaymentIntentStatus;
  readonly purchaseNumber: string;
  readonly reference: string;
  readonly code: string | undefined;
  readonly codeUrl: string | undefined;
  readonly cardForm: StoredCardForm | undefined;
  readonly tokenHash: string | undefined;
  readonly outcome: AmountOutcome | undefined;
  readonly failureReason: string | undefined;
  readonly nextQueryAt: number | undefined;
  /** Number of times that the provider has been asked about the outcome. */
  readonly queries: number;
  readonly unknownSince: number | undefined;
  readonly expiresAt: number;
  readonly createdOn: CalendarDate;
  readonly createdAt: number;
}

/** Columns that an event writes beside the status. */
export type IntentPatch = Pick<
  Change,
  | 'code'
  | 'code_url'
  | 'card_form'
  | 'token_hash'
  | 'outcome'
  | 'failure_reason'
  | 'next_query_at'
  | 'queries'
  | 'unknown_since'
  | 'expires_at'
>;

/**
 * The payment after an event. Throws when its table has no such row: the caller asks `canMove` where that may happen.
 */
export async function moveIntent(
  trx: Trx,
  intent: PaymentIntent,
  event: PaymentIntentEvent,
  moved: Moved,
  patch: IntentPatch = {},
): Promise<PaymentIntent> {
  const { id, status: from } = intent;
  const to = statusAfter(from, event);
  const row = await trx
    .updateTable('payment_intent')
    .set({ ...patch, status: to, updated_at: new Date(moved.now) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertIntentEvent(trx, { id, event, from, to, ...moved });
  return toIntent(row);
}

export function statusAfter(from: PaymentIntentStatus, event: PaymentIntentEvent): PaymentIntentStatus {
  const result = move(PAYMENT_INTENT_TRANSITIONS, from, event);
  if (result.kind === 'refused') throw new RangeError(`a payment that is ${from} knows no ${event}`);
  return result.to;
}

/** Tells whether the payment's status has a transition for an event; for a stale event it has not. */
export function canMove({ status }: Pick<PaymentIntent, 'status'>, event: PaymentIntentEvent): boolean {
  return move(PAYMENT_INTENT_TRANSITIONS, status, event).kind === 'moved';
}

/** Notes changes that are not events: when to ask again, how much came in all. */
export async function noteOnIntent(db: Kysely<Tables>, id: string, patch: IntentPatch): Promise<void> {
  await db.updateTable('payment_intent').set(patch).where('id', '=', id).execute();
}

/** The payment, locked for this transaction. The loan is locked before it, always. */
export async function lockIntent(trx: Trx, id: string): Promise<PaymentIntent | undefined> {
  const row = await trx
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toIntent(row);
}

export type IntentKey =
  | { readonly id: string; readonly personId?: string }
  | { readonly reference: string }
  | { readonly code: string }
  | { readonly purchaseNumber: string }
  | { readonly keyHash: string };

/** The payment without a lock; with `personId` only if it is that person's. */
export async function readIntent(db: Kysely<Tables>, key: IntentKey): Promise<PaymentIntent | undefined> {
  let query = db.selectFrom('payment_intent').selectAll();
  if ('id' in key) query = query.where('id', '=', key.id);
  else if ('reference' in key) query = query.where('reference', '=', key.reference);
  else if ('code' in key) query = query.where('code', '=', key.code);
  else if ('purchaseNumber' in key) query = query.where('purchase_number', '=', key.purchaseNumber);
  else query = query.where('intent_key_hash', '=', key.keyHash);
  if ('id' in key && key.personId !== undefined) query = query.where('person_id', '=', key.personId);
  const row = await query.executeTakeFirst();
  return row && toIntent(row);
}

/** Payments, newest first, `limit` at most, older than the one named. */
export async function listIntents(
  db: Kysely<Tables>,
  { before, limit, ...filter }: IntentFilter & { readonly before?: string | undefined; readonly limit: number },
): Promise<PaymentIntent[]> {
  let query = intentsOf(db, filter).orderBy('id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(toIntent);
}

interface IntentFilter {
  readonly personId?: string | undefined;
  readonly loanId?: string | undefined;
  readonly statuses?: readonly PaymentIntentStatus[] | undefined;
  /** One of its three: each is unique. */
  readonly reference?: string | undefined;
  readonly amountCents?: Cents | undefined;
}

/** Selects payments, in any order. */
export function intentsOf(db: Kysely<Tables>, filter: IntentFilter) {
  let query = db.selectFrom('payment_intent').selectAll();
  if (filter.personId !== undefined) query = query.where('person_id', '=', filter.personId);
  if (filter.loanId !== undefined) query = query.where('loan_id', '=', filter.loanId);
  if (filter.statuses !== undefined) query = query.where('status', 'in', filter.statuses);
  if (filter.amountCents !== undefined) query = query.where('amount', '=', filter.amountCents);
  const { reference } = filter;
  if (reference !== undefined) {
    query = query.where((row) =>
      row.or((['reference', 'purchase_number', 'code'] as const).map((of) => row(of, '=', reference))),
    );
  }
  return query;
}

/** The payments of a loan that a status says are still going on. */
export async function readIntentsOf(
  db: Kysely<Tables>,
  loanId: string,
  statuses: readonly PaymentIntentStatus[],
): Promise<PaymentIntent[]> {
  return listIntents(db, { loanId, statuses, limit: 100 });
}

const GIVEN_UP: readonly PaymentIntentStatus[] = ['CANCELLED', 'EXPIRED', 'FAILED'];

/**
 * The extension quotes that payments of a loan were started for: the last one first, those given up after all others.
 */
export async function readQuotesToPay(db: Kysely<Tables>, loanId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_intent')
    .select(['subject_id', 'status'])
    .where('loan_id', '=', loanId)
    .where('purpose', '=', 'EXTENSION')
    .orderBy('id', 'desc')
    .execute();
  rows.sort((a, b) => Number(GIVEN_UP.includes(a.status)) - Number(GIVEN_UP.includes(b.status)));
  return [...new Set(rows.flatMap(({ subject_id }) => subject_id ?? []))];
}

/** The money of a loan's payments that are disputed or being given back: it may be gone tomorrow. */
export async function readHeldPayments(db: Kysely<Tables>, loanId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('money_received')
    .innerJoin('payment_intent', (join) =>
      join.on((of) =>
        of(
          of.fn.coalesce('money_received.matched_intent_id', 'money_received.intent_id'),
          '=',
          of.ref('payment_intent.id'),
        ),
      ),
    )
    .select('money_received.id')
    .where('money_received.loan_id', '=', loanId)
    .where('payment_intent.status', 'in', ['DISPUTED', 'REFUND_PENDING'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const UNDER_WAY = [
  'PENDING_CUSTOMER',
  'PROCESSING',
  'UNKNOWN',
  'IN_REVIEW',
  'REFUND_PENDING',
  'DISPUTED',
] as const satisfies readonly PaymentIntentStatus[];

/** Tells whether money of a person is on its way in, under review, or going back. */
export async function hasPaymentUnderWay(db: Kysely<Tables>, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_intent')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', 'in', UNDER_WAY)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Expired payments, the longest expired first, page by page: those behind `after`, the last one of the page before. */
export async function readIntentsToExpire(
  db: Kysely<Tables>,
  { now, limit, after }: { readonly now: number; readonly limit: number; readonly after: PaymentIntent | undefined },
): Promise<PaymentIntent[]> {
  let query = db
    .selectFrom('payment_intent')
    .selectAll()
    .where('status', 'in', ['CREATED', 'PENDING_CUSTOMER'])
    .where('expires_at', '<=', new Date(now));
  if (after) {
    const { expiresAt, id } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('expires_at', 'id'), '>', tuple(new Date(expiresAt), id)),
    );
  }
  const rows = await query.orderBy('expires_at').orderBy('id').limit(limit).execute();
  return rows.map(toIntent);
}

/** Payments whose provider must be asked; one that need not be asked has no turn. A failure waits for the lease. */
export const INTENTS_TO_ASK: WorkQueue<'payment_intent'> = {
  table: 'payment_intent',
  turn: 'next_query_at',
  countsAttempts: false,
  isOpen: (row) => row('next_query_at', 'is not', null),
  // Longer than the slowest provider answers.
  leaseMs: 120_000,
  batch: 20,
};

/** Tells whether this reader may ask the provider: only one reader, of all processes, once in `everyMs`. */
export async function mayAsk(db: Kysely<Tables>, id: string, now: number, everyMs: number): Promise<boolean> {
  const row = await db
    .updateTable('payment_intent')
    .set({ asked_at: new Date(now) })
    .where('id', '=', id)
    .where((where) => where.or([where('asked_at', 'is', null), where('asked_at', '<=', new Date(now - everyMs))]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function toIntent(row: IntentRow): PaymentIntent {
  return {
    id: row.id,
    personId: row.person_id,
    loanId: row.loan_id,
    purpose: row.purpose,
    method: row.method,
    use: row.use,
    amountCents: cents(row.amount),
    subjectId: row.subject_id ?? undefined,
    locale: row.locale,
    status: row.status,
    purchaseNumber: row.purchase_number,
    reference: row.reference,
    code: row.code ?? undefined,
    codeUrl: row.code_url ?? undefined,
    cardForm: row.card_form ?? undefined,
    tokenHash: row.token_hash ?? undefined,
    outcome: row.outcome ?? undefined,
    failureReason: row.failure_reason ?? undefined,
    nextQueryAt: row.next_query_at?.getTime(),
    queries: row.queries,
    unknownSince: row.unknown_since?.getTime(),
    expiresAt: row.expires_at.getTime(),
    createdOn: calendarDate(row.created_on),
    createdAt: row.created_at.getTime(),
  };
}

/** Tells whether a payment of this client has ever succeeded. */
export async function hasPaidBefore(db: Kysely<Tables>, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_intent')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', '=', 'SUCCEEDED')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
