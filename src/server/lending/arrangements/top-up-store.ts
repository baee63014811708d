import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { TopUpOffer } from '#loan/top-up.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { TopUpRequestStatus } from './tables.ts';

/** A top-up a client asked for, with what was shown then. */
export interface TopUpRequest {
  readonly id: string;
  readonly loanId: string;
  readonly status: TopUpRequestStatus;
  readonly principalCents: Cents;
  /** The offer shown when the top-up was requested. */
  readonly offer: TopUpOffer;
  /** The offer that was signed. */
  readonly signedOffer: TopUpOffer | undefined;
  readonly requestedOn: CalendarDate;
  readonly expiresAt: Date;
}

export interface NewTopUpRequest {
  readonly id: string;
  readonly loanId: string;
  readonly offer: TopUpOffer;
  readonly requestedOn: CalendarDate;
  readonly requestedAt: number;
  readonly expiresAt: number;
}

export async function insertTopUp(trx: Trx, request: NewTopUpRequest): Promise<void> {
  await trx
    .insertInto('top_up')
    .values({
      id: request.id,
      loan_id: request.loanId,
      status: 'ORIGINATED',
      principal: request.offer.principalRequestedCents,
      offer: JSON.stringify(request.offer),
      requested_on: request.requestedOn,
      requested_at: new Date(request.requestedAt),
      expires_at: new Date(request.expiresAt),
    })
    .execute();
}

/** The last top-up that was asked for on a loan. */
export async function readLastTopUp(db: Db, loanId: string): Promise<TopUpRequest | undefined> {
  const row = await db
    .selectFrom('top_up')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      loanId: row.loan_id,
      status: row.status,
      principalCents: cents(row.principal),
      offer: row.offer,
      // Top-ups signed before their figures were explained have no terms.
      signedOffer: row.signed_offer ? { ...row.signed_offer, loanTerms: row.signed_offer.loanTerms ?? [] } : undefined,
      requestedOn: calendarDate(row.requested_on),
      expiresAt: row.expires_at,
    }
  );
}

export type TopUpEnd =
  | { readonly status: 'DECLINED' | 'EXPIRED' }
  | {
      readonly status: 'SIGNED';
      readonly signedOffer: TopUpOffer;
      readonly orderId: string;
      readonly challengeId?: string | undefined;
    };

/** Ends a top-up that waited for the client. */
export async function endTopUp(trx: Trx, id: string, end: TopUpEnd, now: number): Promise<void> {
  await trx
    .updateTable('top_up')
    .set({
      status: end.status,
      ended_at: new Date(now),
      ...(end.status === 'SIGNED' && {
        signed_offer: JSON.stringify(end.signedOffer),
        order_id: end.orderId,
        challenge_id: end.challengeId ?? null,
      }),
    })
    .where('id', '=', id)
    .where('status', '=', 'ORIGINATED')
    .execute();
}

/**
 * Tells whether an unsigned top-up has expired: after 24 hours or two business dates, whichever comes first, so that it
 * also expires in the sandbox, where only the business date is moved.
 */
export function hasExpired(request: TopUpRequest, today: CalendarDate, now: number): boolean {
  return now >= request.expiresAt.getTime() || today > addDays(request.requestedOn, 1);
}

/** How long before its end a client is reminded of a top-up that waits for the signature. */
const REMINDED_BEFORE_MS = 6 * 3_600_000;

/** Tells whether an unsigned top-up ends so soon that its client must be reminded. */
export function endsSoon({ expiresAt }: TopUpRequest, now: number): boolean {
  return now >= expiresAt.getTime() - REMINDED_BEFORE_MS;
}

/** Loans with a top-up request that has expired or ends soon. */
export async function readLoansWithEndingTopUp(db: Db, today: CalendarDate, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('top_up')
    .select('loan_id')
    .where('status', '=', 'ORIGINATED')
    .where((row) =>
      row.or([
        row('expires_at', '<=', new Date(now + REMINDED_BEFORE_MS)),
        row('requested_on', '<', addDays(today, -1)),
      ]),
    )
    .orderBy('requested_at')
    .execute();
  return rows.map(({ loan_id }) => loan_id);
}
