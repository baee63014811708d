import type { Context } from 'hono';
import * as z from 'zod';
import { toSoles } from '#loan/money.ts';
import { PAYMENT_INTENT_STATUSES } from '#loan/payment-intent.ts';
import { invalidFields } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { withClients } from '#server/lending/people/masks.ts';
import { type Keys, keyset, placesOf } from '#server/lending/staff/list-source.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import type { PaymentContext } from '../payment-context.ts';
import { type IntentRow, intentsOf, type PaymentIntent, toIntent } from '../store/payment-store.ts';

/** Orders of the list; the first of them unless told. */
const PAYMENT_ORDERS = ['NEWEST', 'OLDEST', 'LARGEST'] as const;
const KEYS_OF = {
  NEWEST: { id: 'uuid' },
  OLDEST: { id: 'uuid' },
  LARGEST: { amount: 'number', id: 'uuid' },
} as const satisfies Readonly<Record<(typeof PAYMENT_ORDERS)[number], Keys<IntentRow>>>;
/** Filters of the list of payments, and its order. */
export const paymentQuery = queryOfList(
  {
    status: listQuery.oneOf(PAYMENT_INTENT_STATUSES),
    loanId: listQuery.id,
    /** Ours, the one of the card's purchase, or the code of a cash payment. */
    reference: z.string().min(1).max(40).optional(),
    amount: listQuery.soles,
    sort: z.enum(PAYMENT_ORDERS, { error: 'unknown' }).optional(),
  },
  (text) => Object.values(KEYS_OF).some((keys) => placesOf(keys)(text)),
);

/** Payments, the newest first unless told: `?status=UNKNOWN,IN_REVIEW`. */
export async function listPayments(
  c: Context,
  context: PaymentContext,
  { status: statuses, cursor, limit, amount: amountCents, sort = 'NEWEST', ...filter }: z.output<typeof paymentQuery>,
): Promise<Response> {
  const { kysely } = context.db;
  const keys: Keys<IntentRow> = KEYS_OF[sort];
  // A place of a list in another order means nothing here.
  const isHere = cursor === undefined || placesOf(KEYS_OF[sort])(cursor);
  if (!isHere) return answerRefusal(c, invalidFields([{ field: 'cursor', code: 'invalid' }]));
  const payments = keyset(
    kysely,
    { rows: intentsOf(kysely, { ...filter, statuses, amountCents }), keys, isDescending: sort !== 'OLDEST' },
    (stored) => stored.map((row) => rowOf(toIntent(row))),
  );
  const list = { name: 'payments', ...withClients(c, context, payments) };
  return answerList(c, list, pageAt({ cursor, limit }));
}

function rowOf(intent: PaymentIntent) {
  return { ...summaryOf(intent), amount: intent.amountCents };
}

/** A payment as a list shows it, and as the page of one begins. */
export function summaryOf({
  id,
  personId,
  loanId,
  purpose,
  method,
  status,
  amountCents,
  reference,
  ...rest
}: PaymentIntent) {
  return {
    id,
    personId,
    loanId,
    purpose,
    method,
    status,
    amount: toSoles(amountCents),
    reference,
    purchaseNumber: rest.purchaseNumber,
    code: rest.code ?? null,
    businessDate: rest.createdOn,
    createdAt: new Date(rest.createdAt).toISOString(),
  };
}
