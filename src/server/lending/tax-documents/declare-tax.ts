import type { CalendarDate } from '#loan/calendar.ts';
import { taxDeclared } from '#loan/ledger.ts';
import type { Cents } from '#loan/money.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';

/** IGV of a month that was declared and paid from our bank account; below zero, what an entry before had too much. */
export interface Declaration {
  /** Its first day. */
  readonly month: CalendarDate;
  readonly declaredOn: CalendarDate;
  readonly amountCents: Cents;
  /** The order number of the form at the tax authority. */
  readonly reference: string;
  readonly by: string;
  /** The day of the books, which is never one that is over. */
  readonly today: CalendarDate;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Enters a declaration, and posts that the debt is paid, in the same transaction. @returns its id */
export async function declareTax(trx: Trx, declaration: Declaration): Promise<string> {
  const { month, declaredOn, amountCents, reference, by, today, now } = declaration;
  const id = uuidv7(now);
  await trx
    .insertInto('tax_declared')
    .values({
      id,
      month,
      declared_on: declaredOn,
      amount: amountCents,
      reference,
      declared_by: by,
      at: new Date(now),
    })
    .execute();
  const postings = taxDeclared(amountCents);
  await postJournal(trx, { businessDate: today, kind: 'tax-declared', ref: id, postings, now });
  return id;
}

/** Declarations of months, newest first. */
export function listDeclarations(db: Db) {
  return db
    .selectFrom('tax_declared')
    .select(['month', 'declared_on', 'amount', 'reference', 'declared_by'])
    .orderBy('id', 'desc')
    .limit(24)
    .execute();
}
