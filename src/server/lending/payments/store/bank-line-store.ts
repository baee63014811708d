import { type Kysely, sql } from 'kysely';
import { operationKey } from '#api/field-rules/operation-number.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { isSealed, type Seal } from '#server/kit/vault.ts';
import { daysAround } from './voucher-store.ts';

/** A credit as a bank stated it. */
export interface BankLine {
  readonly id: string;
  readonly bank: string;
  readonly valueDate: CalendarDate;
  /** The day the bank has booked it, where its statement says so beside the value date. */
  readonly bookedOn: CalendarDate | undefined;
  readonly bankRef: string;
  readonly amountCents: Cents;
  /** In the words of the bank, which name who paid. */
  readonly description: string;
  readonly reference: string | undefined;
}

/**
 * Waits for another import that has a line of this number, until this transaction ends. Must come before the line is looked
 * for: two files may name one transfer by different days, which no index compares.
 */
export async function lockOperation(trx: Trx, { bank, bankRef }: Pick<BankLine, 'bank' | 'bankRef'>): Promise<void> {
  const name = `bank-line ${bank} ${operationKey(bankRef)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Adds a line of a statement. False: its number is there already for one of its days, from this file or another. */
export async function insertBankLine(
  trx: Trx,
  seal: Seal,
  line: BankLine,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('bank_line')
    .values({
      id: line.id,
      bank: line.bank,
      value_date: line.valueDate,
      booked_on: line.bookedOn ?? null,
      told_on: daysOf(line),
      bank_ref: line.bankRef,
      amount: line.amountCents,
      description: seal.seal(line.description, placeOf(line.id)),
      reference: line.reference ?? null,
      money_id: null,
      imported_at: new Date(now),
      imported_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Told = Pick<BankLine, 'bank' | 'valueDate' | 'bookedOn' | 'bankRef' | 'reference'>;

function daysOf({ valueDate, bookedOn = valueDate }: Pick<BankLine, 'valueDate' | 'bookedOn'>): CalendarDate[] {
  return [...new Set([valueDate, bookedOn])];
}

/**
 * A line that was imported before under the same number of the same day: of the day the bank has booked it, for the bank
 * may enter a value date later. One that was read from a file with a single date has that day as either. Another reference
 * of ours is another transfer.
 */
export function readBankLine(db: Kysely<Tables>, { bank, valueDate, bookedOn, bankRef, reference }: Told) {
  const named = sql<boolean>`${daysOf({ valueDate, bookedOn })}::date[] && (told_on || value_date || booked_on)`;
  return db
    .selectFrom('bank_line')
    .select(['id', 'amount'])
    .where('bank', '=', bank)
    .where('operation', '=', operationKey(bankRef) ?? '')
    .where(sql<boolean>`coalesce(reference = ${reference ?? null}, true)`)
    .where((row) =>
      bookedOn === undefined
        ? named
        : row.or([row('booked_on', '=', bookedOn), row.and([row('booked_on', 'is', null), named])]),
    )
    .orderBy(sql`reference is not distinct from ${reference ?? null}`, 'desc')
    .orderBy('id')
    .executeTakeFirst();
}

/** Notes what else a statement says of a line that is known: its days, and our reference where it had none. */
export async function completeBankLine(trx: Trx, id: string, line: Told): Promise<void> {
  const { bookedOn = null, reference = null } = line;
  await sql`
    update bank_line set booked_on = coalesce(booked_on, ${bookedOn}), reference = coalesce(reference, ${reference}),
      told_on = array(select distinct unnest(told_on || ${daysOf(line)}::date[]))
    where id = ${id}::uuid and not exists (
      select from bank_line other
      where other.bank = bank_line.bank and other.operation = bank_line.operation and other.id <> bank_line.id
        and coalesce(other.reference, '') = coalesce(bank_line.reference, ${reference}, '')
        and (other.value_date = bank_line.value_date or other.booked_on = coalesce(bank_line.booked_on, ${bookedOn})))
  `.execute(trx);
}

export async function readBankLineAmount(db: Kysely<Tables>, id: string): Promise<Cents | undefined> {
  const line = await db.selectFrom('bank_line').select('amount').where('id', '=', id).executeTakeFirst();
  return line && cents(line.amount);
}

/** A line with the loan that took its money, and whose that is. */
export function readWholeLine(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('bank_line')
    .leftJoin('money_received', 'money_received.id', 'bank_line.money_id')
    .leftJoin('loan', 'loan.id', 'money_received.loan_id')
    .select(['bank', 'bank_ref as bankRef', 'bank_line.amount', 'bank_line.value_date as valueDate', 'description'])
    .select(['booked_on as bookedOn', 'taken_back_on as takenBackOn', 'imported_by as importedBy'])
    .select(['imported_at as importedAt', 'loan.number as loan', 'loan.person_id as personId'])
    .where('bank_line.id', '=', id)
    .executeTakeFirst();
}

/** The line, locked for this transaction. */
export function lockBankLine(trx: Trx, id: string) {
  return trx.selectFrom('bank_line').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

type Debit = Pick<BankLine, 'bank' | 'bankRef' | 'amountCents' | 'reference'> & { readonly date: CalendarDate };

/**
 * The credit that a debit under its number is about, locked: the last one of its amount in a month that has not been taken
 * back, else one of another amount within some days. What is less than a hundredth of it is a charge.
 */
export async function lockTakenBack(trx: Trx, { bank, bankRef, date, amountCents, reference }: Debit) {
  const { rows } = await sql<{ id: string }>`
    select id from bank_line
    where bank = ${bank} and operation = ${operationKey(bankRef) ?? null} and ${amountCents}::bigint * 100 >= amount
      and coalesce(reference = ${reference ?? null}, true)
      and coalesce(booked_on, value_date) <= ${date}::date
      and coalesce(booked_on, value_date) >= ${date}::date - case when amount = ${amountCents}::bigint then 31 else 5 end
    order by amount = ${amountCents}::bigint desc, taken_back_on is not distinct from ${date}::date desc,
      taken_back_on is not null, coalesce(booked_on, value_date) desc, id desc
    limit 1`.execute(trx);
  return rows[0] && lockBankLine(trx, rows[0].id);
}

/**
 * How many credits a debit may as well be about that takes one of them back: of one number, day and amount, which only our
 * references tell apart.
 */
export async function countAlike(trx: Trx, id: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from bank_line line join bank_line other using (bank, operation, amount)
    where line.id = ${id}::uuid and other.taken_back_on is null
      and coalesce(other.booked_on, other.value_date) = coalesce(line.booked_on, line.value_date)`.execute(trx);
  return Number(rows[0]?.count);
}

/** Opens the bank's description of a line; plain in rows older than the sealing. */
export function openDescription(seal: Seal, id: string, description: string): string {
  return isSealed(description) ? seal.open(description, placeOf(id)) : description;
}

function placeOf(id: string) {
  return { table: 'bank_line', column: 'description', id };
}

/** Ties a line to the money it was booked as, and says how much that is. */
export async function bookBankLine(trx: Trx, id: string, moneyId: string, amountCents: Cents): Promise<void> {
  await trx.updateTable('bank_line').set({ money_id: moneyId, amount: amountCents }).where('id', '=', id).execute();
}

/**
 * The unidentified money of a line, of this operation, amount and about that day; undefined unless there is exactly
 * one.
 */
export async function findUnappliedLine(
  db: Kysely<Tables>,
  { bank, bankRef, amountCents, valueDate }: Pick<BankLine, 'bank' | 'bankRef' | 'amountCents' | 'valueDate'>,
): Promise<string | undefined> {
  const { from, to } = daysAround(valueDate);
  const rows = await db
    .selectFrom('bank_line')
    .innerJoin('unapplied', 'unapplied.id', 'bank_line.money_id')
    .select('unapplied.id')
    .where('bank_line.bank', '=', bank)
    .where('bank_line.operation', '=', operationKey(bankRef) ?? '')
    .where('bank_line.amount', '=', amountCents)
    .where('bank_line.value_date', '>=', from)
    .where('bank_line.value_date', '<=', to)
    .where('unapplied.status', '=', 'OPEN')
    .execute();
  return rows.length === 1 ? rows[0]?.id : undefined;
}
