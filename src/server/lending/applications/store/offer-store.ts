import type { Selectable } from 'kysely';
import type { ApprovedRange } from '#loan/application-decisions.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Product } from '#loan/product.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** An offer to a client: everything it is priced from, frozen. */
export interface StoredOffer {
  readonly id: string;
  readonly decisionId: string;
  /** Whole soles. */
  readonly amount: number;
  readonly term: number;
  /** With the prices of its day. */
  readonly product: Product;
  readonly approved: ApprovedRange;
  readonly businessDate: CalendarDate;
  readonly validUntil: Date;
  readonly acceptedAt: Date | undefined;
}

export interface NewOffer {
  readonly applicationId: string;
  readonly decisionId: string;
  readonly amount: number;
  readonly term: number;
  readonly product: Product;
  readonly businessDate: CalendarDate;
  readonly validUntil: Date;
  readonly now: number;
}

/** Puts an offer in the place of the one before. @returns its id */
export async function replaceOffer(trx: Trx, offer: NewOffer): Promise<string> {
  const id = uuidv7(offer.now);
  await trx
    .updateTable('offer')
    .set({ replaced_at: new Date(offer.now) })
    .where('application_id', '=', offer.applicationId)
    .where('replaced_at', 'is', null)
    .execute();
  await trx
    .insertInto('offer')
    .values({
      id,
      application_id: offer.applicationId,
      decision_id: offer.decisionId,
      amount: offer.amount,
      term: offer.term,
      product: JSON.stringify(offer.product),
      business_date: offer.businessDate,
      created_at: new Date(offer.now),
      valid_until: offer.validUntil,
      replaced_at: null,
      accepted_at: null,
    })
    .execute();
  return id;
}

/** The offer that counts. */
export async function readCurrentOffer(db: Db, applicationId: string): Promise<StoredOffer | undefined> {
  const row = await db
    .selectFrom('offer')
    .innerJoin('decision', 'decision.id', 'offer.decision_id')
    .selectAll('offer')
    .select('decision.approved')
    .where('offer.application_id', '=', applicationId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return row && toOffer(row);
}

export async function markOfferAccepted(trx: Trx, id: string, acceptedAt: Date | null): Promise<void> {
  await trx.updateTable('offer').set({ accepted_at: acceptedAt }).where('id', '=', id).execute();
}

function toOffer(row: Selectable<Tables['offer']> & { readonly approved: ApprovedRange | null }): StoredOffer {
  if (!row.approved) throw new Error(`offer ${row.id} was made without an approval`);
  return {
    id: row.id,
    decisionId: row.decision_id,
    amount: row.amount,
    term: row.term,
    product: row.product,
    approved: row.approved,
    businessDate: calendarDate(row.business_date),
    validUntil: row.valid_until,
    acceptedAt: row.accepted_at ?? undefined,
  };
}
