import type { CalendarDate } from '#loan/calendar.ts';
import type { PaymentChannel } from '#loan/payment-plan.ts';
import type { Db, Trx } from '#server/kit/tables.ts';

/** The client's agreement to a plan or flex pay, and how it was proved. */
export interface Agreed {
  /** The id of the loan's fact. */
  readonly id: string;
  readonly loanId: string;
  readonly kind: 'plan' | 'flex';
  readonly paymentChannel?: PaymentChannel | undefined;
  readonly challengeId?: string | undefined;
  readonly now: number;
}

export async function insertArrangement(trx: Trx, agreed: Agreed): Promise<void> {
  await trx
    .insertInto('arrangement')
    .values({
      id: agreed.id,
      loan_id: agreed.loanId,
      kind: agreed.kind,
      payment_channel: agreed.paymentChannel ?? null,
      challenge_id: agreed.challengeId ?? null,
      agreed_at: new Date(agreed.now),
    })
    .execute();
}

/** The way in which the client means to pay a plan; undefined for a plan that was never agreed here. */
export async function readPaymentChannel(db: Db, planId: string): Promise<PaymentChannel | undefined> {
  const row = await db.selectFrom('arrangement').select('payment_channel').where('id', '=', planId).executeTakeFirst();
  return row?.payment_channel ?? undefined;
}

export interface NewFlexOffer {
  readonly id: string;
  readonly loanId: string;
  readonly offeredBy: string;
  readonly offeredOn: CalendarDate;
  readonly validUntil: CalendarDate;
  readonly now: number;
}

export async function insertFlexOffer(trx: Trx, offer: NewFlexOffer): Promise<void> {
  await trx
    .insertInto('flex_offer')
    .values({
      id: offer.id,
      loan_id: offer.loanId,
      offered_by: offer.offeredBy,
      offered_on: offer.offeredOn,
      valid_until: offer.validUntil,
      at: new Date(offer.now),
    })
    .execute();
}

/** Tells whether staff have offered flex pay for this loan and the offer still stands. */
export async function isFlexOffered(db: Db, loanId: string, today: CalendarDate): Promise<boolean> {
  const row = await db
    .selectFrom('flex_offer')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('offered_on', '<=', today)
    .where('valid_until', '>=', today)
    .executeTakeFirst();
  return row !== undefined;
}
