import type { Selectable } from 'kysely';
import type { ChangedFigure } from '#loan/application-decisions.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import type { ShownDocument } from '../tables.ts';

/** An agreement shown for signature: the terms as they would be, and every paper with its hash. */
export interface StoredAgreement {
  readonly id: string;
  readonly offerId: string;
  readonly terms: LoanTerms;
  /** The day interest would run from. */
  readonly valueDate: CalendarDate;
  readonly documents: readonly ShownDocument[];
  /** Figures that differ from the agreement shown before. */
  readonly changed: readonly ChangedFigure[];
  readonly createdAt: Date;
  readonly signedAt: Date | undefined;
}

export interface NewAgreement {
  readonly id: string;
  readonly applicationId: string;
  readonly offerId: string;
  readonly terms: LoanTerms;
  readonly valueDate: CalendarDate;
  readonly documents: readonly ShownDocument[];
  readonly changed: readonly ChangedFigure[];
  readonly now: number;
}

/** The agreement that stands to be signed; undefined when none was made yet or the last one is void or signed. */
export async function readCurrentAgreement(db: Db, applicationId: string): Promise<StoredAgreement | undefined> {
  const row = await db
    .selectFrom('agreement')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('voided_at', 'is', null)
    .where('signed_at', 'is', null)
    .executeTakeFirst();
  return row && toAgreement(row);
}

/** Puts an agreement in the place of the one before. */
export async function replaceAgreement(trx: Trx, agreement: NewAgreement): Promise<void> {
  await voidAgreement(trx, agreement.applicationId, agreement.now);
  await trx
    .insertInto('agreement')
    .values({
      id: agreement.id,
      application_id: agreement.applicationId,
      offer_id: agreement.offerId,
      terms: JSON.stringify(agreement.terms),
      value_date: agreement.valueDate,
      documents: JSON.stringify(agreement.documents),
      changed: JSON.stringify(agreement.changed),
      created_at: new Date(agreement.now),
      voided_at: null,
      signed_at: null,
    })
    .execute();
}

/** Voids an agreement that was shown and not signed. */
export async function voidAgreement(trx: Trx, applicationId: string, now: number): Promise<void> {
  await trx
    .updateTable('agreement')
    .set({ voided_at: new Date(now) })
    .where('application_id', '=', applicationId)
    .where('voided_at', 'is', null)
    .where('signed_at', 'is', null)
    .execute();
}

export async function markAgreementSigned(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .updateTable('agreement')
    .set({ signed_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

/** The proof of a signature: written once, never changed. */
export async function insertSignature(trx: Trx, signature: Tables['signature']): Promise<void> {
  await trx.insertInto('signature').values(signature).execute();
}

function toAgreement(row: Selectable<Tables['agreement']>): StoredAgreement {
  return {
    id: row.id,
    offerId: row.offer_id,
    terms: row.terms,
    valueDate: calendarDate(row.value_date),
    documents: row.documents,
    changed: row.changed,
    createdAt: row.created_at,
    signedAt: row.signed_at ?? undefined,
  };
}
