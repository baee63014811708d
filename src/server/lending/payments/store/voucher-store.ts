import type { Kysely, Selectable } from 'kysely';
import { isSameOperation } from '#api/field-rules/operation-number.ts';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type Cents, cents } from '#loan/money.ts';
import { mayStillCome, PAYMENT_INTENT_STATUSES } from '#loan/payment-intent.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';

/** A client's statement about a transfer they made. */
export interface Voucher {
  readonly id: string;
  readonly intentId: string;
  /** The account of ours that was paid. */
  readonly bankId: string;
  /** The bank the transfer came from, in the client's words. */
  readonly fromBank?: string | undefined;
  readonly operationNumber: string;
  readonly paidOn: CalendarDate;
  readonly amountCents: Cents;
  /** Sealed with the key of its person; plain in rows older than the sealing. */
  readonly fileName: string | undefined;
  readonly sentAt: number;
}

export interface NewVoucher extends Omit<Voucher, 'sentAt' | 'fileName'> {
  readonly file?:
    | { readonly sealed: string; readonly name: string; readonly mediaType: string; readonly sha256: string }
    | undefined;
  readonly now: number;
}

export async function insertVoucher(trx: Trx, voucher: NewVoucher): Promise<void> {
  const { file } = voucher;
  await trx
    .insertInto('voucher')
    .values({
      id: voucher.id,
      intent_id: voucher.intentId,
      bank_id: voucher.bankId,
      from_bank: voucher.fromBank ?? null,
      operation_number: voucher.operationNumber,
      paid_on: voucher.paidOn,
      amount: voucher.amountCents,
      file_sealed: file?.sealed ?? null,
      file_name: file?.name ?? null,
      media_type: file?.mediaType ?? null,
      sha256: file?.sha256 ?? null,
      sent_at: new Date(voucher.now),
    })
    .execute();
}

/** The vouchers of payments, newest first. */
export async function readVouchersOf(db: Kysely<Tables>, intentIds: readonly string[]): Promise<Voucher[]> {
  if (intentIds.length === 0) return [];
  const rows = await db
    .selectFrom('voucher')
    .selectAll()
    .where('intent_id', 'in', intentIds)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toVoucher);
}

/** Banks count their operations anew: a number is the same transfer only this many days around the day it names. */
const SAME_OPERATION_DAYS = 5;
const MAY_COME = PAYMENT_INTENT_STATUSES.filter(mayStillCome);

/** The days on which one operation can be in a voucher and in a statement: a weekend and a holiday apart, no more. */
export function daysAround(date: CalendarDate): { readonly from: CalendarDate; readonly to: CalendarDate } {
  return { from: addDays(date, -SAME_OPERATION_DAYS), to: addDays(date, SAME_OPERATION_DAYS) };
}

/**
 * Finds vouchers of payments whose money may still come that name an operation of a bank about that day, however they
 * write its number.
 */
export async function findVouchers(
  db: Kysely<Tables>,
  {
    bankId,
    operationNumber,
    amountCents,
    paidOn,
  }: Pick<Voucher, 'bankId' | 'operationNumber' | 'amountCents' | 'paidOn'>,
): Promise<Voucher[]> {
  const { from, to } = daysAround(paidOn);
  const rows = await db
    .selectFrom('voucher')
    .innerJoin('payment_intent', 'payment_intent.id', 'voucher.intent_id')
    .selectAll('voucher')
    .where('voucher.bank_id', '=', bankId)
    .where('voucher.amount', '=', amountCents)
    .where('voucher.paid_on', '>=', from)
    .where('voucher.paid_on', '<=', to)
    .where('payment_intent.status', 'in', MAY_COME)
    .orderBy('voucher.id')
    .execute();
  return rows.map(toVoucher).filter((voucher) => isSameOperation(voucher.operationNumber, operationNumber));
}

/** Whose other payments have a voucher that names an operation of a bank about that day, whatever became of them. */
export async function whoNamed(
  db: Kysely<Tables>,
  { intentId, bankId, operationNumber, paidOn }: Pick<Voucher, 'intentId' | 'bankId' | 'operationNumber' | 'paidOn'>,
): Promise<string[]> {
  const { from, to } = daysAround(paidOn);
  const rows = await db
    .selectFrom('voucher')
    .innerJoin('payment_intent', 'payment_intent.id', 'voucher.intent_id')
    .innerJoin('loan', 'loan.id', 'payment_intent.loan_id')
    .select(['loan.person_id', 'voucher.operation_number'])
    .where('voucher.intent_id', '<>', intentId)
    .where('voucher.bank_id', '=', bankId)
    .where('voucher.paid_on', '>=', from)
    .where('voucher.paid_on', '<=', to)
    .execute();
  return rows.filter((row) => isSameOperation(row.operation_number, operationNumber)).map((row) => row.person_id);
}

/** The file of a voucher, sealed. */
export function readVoucherFile(db: Kysely<Tables>, intentId: string) {
  return db
    .selectFrom('voucher')
    .select(['id', 'file_sealed', 'file_name', 'media_type'])
    .where('intent_id', '=', intentId)
    .where('file_sealed', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

function toVoucher(row: Selectable<Tables['voucher']>): Voucher {
  return {
    id: row.id,
    intentId: row.intent_id,
    bankId: row.bank_id,
    fromBank: row.from_bank ?? undefined,
    operationNumber: row.operation_number,
    paidOn: calendarDate(row.paid_on),
    amountCents: cents(row.amount),
    fileName: row.file_name ?? undefined,
    sentAt: row.sent_at.getTime(),
  };
}
