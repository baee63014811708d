import type { Selectable } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { ExtensionOffer } from '#loan/extension-offer.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import type { StoredExtensionStatus } from './tables.ts';

/** A quoted extension. What its money bought is derived from the loan's facts (`extensionOutcome`). */
export interface Extension {
  readonly id: string;
  readonly loanId: string;
  readonly status: StoredExtensionStatus;
  readonly termDays: number;
  readonly feeCents: Cents;
  readonly priceCents: Cents;
  /** The offer as it was shown. */
  readonly quote: ExtensionOffer;
  readonly validUntil: CalendarDate;
}

export interface NewQuote {
  readonly id: string;
  readonly loanId: string;
  readonly quote: ExtensionOffer;
  readonly quotedOn: CalendarDate;
  readonly now: number;
}

/** A quote holds until the end of the business date it was made on (domain 2.12). */
export async function insertQuote(trx: Trx, { id, loanId, quote, quotedOn, now }: NewQuote): Promise<Extension> {
  const row = await trx
    .insertInto('extension')
    .values({
      id,
      loan_id: loanId,
      status: 'QUOTED',
      term_days: quote.price.termDays,
      fee: quote.price.feeCents,
      price: quote.price.totalCents,
      quote: JSON.stringify(quote),
      quoted_on: quotedOn,
      valid_until: quotedOn,
      created_at: new Date(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toExtension(row);
}

/** Reads the quote and locks it; undefined when it does not exist or is of another loan. */
export async function lockExtension(
  trx: Trx,
  key: { readonly id: string; readonly loanId: string },
): Promise<Extension | undefined> {
  const row = await trx
    .selectFrom('extension')
    .selectAll()
    .where('id', '=', key.id)
    .where('loan_id', '=', key.loanId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toExtension(row);
}

/** The loan of a quote; undefined when the quote does not exist or is another person's. */
export async function readLoanOfQuote(
  db: Db,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<{ readonly id: string; readonly number: string } | undefined> {
  return db
    .selectFrom('extension')
    .innerJoin('loan', 'loan.id', 'extension.loan_id')
    .select(['loan.id', 'loan.number'])
    .where('extension.id', '=', id)
    .where('loan.person_id', '=', personId)
    .executeTakeFirst();
}

/** Quotes by their ids, unordered; ids of anything else are left out. */
export async function readExtensions(db: Db, ids: readonly string[]): Promise<Extension[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom('extension').selectAll().where('id', 'in', ids).execute()).map(toExtension);
}

/** The last quote of a loan for a term, whether it was asked for or only shown. */
export async function readLatestQuote(db: Db, loanId: string, termDays: number): Promise<Extension | undefined> {
  const row = await db
    .selectFrom('extension')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('term_days', '=', termDays)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toExtension(row);
}

/** The extensions of a loan that the client has asked for and that can still be paid at their price. */
export async function readPendingExtensions(db: Db, loanId: string, today: CalendarDate): Promise<Extension[]> {
  const rows = await db
    .selectFrom('extension')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('status', '=', 'PAYMENT_PENDING')
    .where('valid_until', '>=', today)
    .execute();
  return rows.map(toExtension);
}

/** Notes that the client has asked for it, with a step-up. */
export async function requestQuote(trx: Trx, id: string, challengeId: string | undefined): Promise<void> {
  await trx
    .updateTable('extension')
    .set({ status: 'PAYMENT_PENDING', challenge_id: challengeId ?? null })
    .where('id', '=', id)
    .execute();
}

/** Ends every quote whose day is over. @returns how many */
export async function expireQuotes(db: Db, today: CalendarDate): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('extension')
    .set({ status: 'EXPIRED' })
    .where('status', 'in', ['QUOTED', 'PAYMENT_PENDING'])
    .where('valid_until', '<', today)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends every quote of a loan that is not paid. What its money bought is derived from the loan's facts. */
export async function endQuotes(trx: Trx, loanId: string): Promise<void> {
  await trx
    .updateTable('extension')
    .set({ status: 'EXPIRED' })
    .where('loan_id', '=', loanId)
    .where('status', 'in', ['QUOTED', 'PAYMENT_PENDING'])
    .execute();
}

function toExtension(row: Selectable<Tables['extension']>): Extension {
  return {
    id: row.id,
    loanId: row.loan_id,
    status: row.status,
    termDays: row.term_days,
    feeCents: cents(row.fee),
    priceCents: cents(row.price),
    quote: row.quote,
    validUntil: calendarDate(row.valid_until),
  };
}
