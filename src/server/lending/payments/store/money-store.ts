import type { Kysely, Selectable } from 'kysely';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { CashAccount } from '#loan/loan.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import { keyset, type ListSource } from '#server/lending/staff/list-source.ts';
import type { MoneyProvider } from '../tables.ts';
import { openDescription } from './bank-line-store.ts';

/** A proven credit. Its id is the id of the loan's fact it was booked as. */
export interface Money {
  readonly id: string;
  readonly provider: MoneyProvider;
  /** The purchase, the code, or the bank's line. */
  readonly providerRef: string;
  /** Tells two payments of one code apart; undefined when the provider has not said. */
  readonly operation: string | undefined;
  readonly amountCents: Cents;
  /** The day the client paid. */
  readonly valueDate: CalendarDate;
  readonly into: CashAccount;
  /** The payment it is for: the one a person matched it with, else the one it named. */
  readonly intentId: string | undefined;
  /** Undefined: unidentified. */
  readonly loanId: string | undefined;
  readonly detail: Readonly<Record<string, string>>;
  readonly recordedOn: CalendarDate;
  readonly receivedAt: number;
}

export type NewMoney = Omit<Money, 'recordedOn' | 'receivedAt'> & {
  readonly recordedOn: CalendarDate;
  readonly now: number;
};

/** Writes a credit down; undefined when it is known already. */
export async function insertMoney(trx: Trx, money: NewMoney): Promise<Money | undefined> {
  const row = await trx
    .insertInto('money_received')
    .values({
      id: money.id,
      provider: money.provider,
      provider_ref: money.providerRef,
      operation: money.operation ?? null,
      amount: money.amountCents,
      value_date: money.valueDate,
      into_account: money.into,
      intent_id: money.intentId ?? null,
      loan_id: money.loanId ?? null,
      detail: JSON.stringify(money.detail),
      recorded_on: money.recordedOn,
      received_at: new Date(money.now),
    })
    .onConflict((conflict) => conflict.constraint('money_received_once').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toMoney(row);
}

/** Every credit a provider has told us of under one reference. */
export async function readMoneyByRef(
  db: Kysely<Tables>,
  provider: MoneyProvider,
  providerRef: string,
): Promise<Money[]> {
  const rows = await db
    .selectFrom('money_received')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .orderBy('id')
    .execute();
  return rows.map(toMoney);
}

/** The credits of payments, oldest first. */
export async function readMoneyOf(db: Kysely<Tables>, intentIds: readonly string[]): Promise<Money[]> {
  if (intentIds.length === 0) return [];
  const rows = await db
    .selectFrom('money_received')
    .selectAll()
    .where((of) => of(of.fn.coalesce('matched_intent_id', 'intent_id'), 'in', intentIds))
    .orderBy('id')
    .execute();
  return rows.map(toMoney);
}

export async function readMoney(db: Kysely<Tables>, id: string): Promise<Money | undefined> {
  const row = await db.selectFrom('money_received').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toMoney(row);
}

/**
 * Notes what became known of a credit: the number of its operation, whose it is, and the payment it was matched with.
 */
export async function completeMoney(
  trx: Trx,
  id: string,
  known: {
    readonly operation?: string;
    readonly loanId?: string;
    readonly intentId?: string;
    readonly matchedIntentId?: string;
  },
): Promise<void> {
  await trx
    .updateTable('money_received')
    .set({
      ...(known.operation !== undefined && { operation: known.operation }),
      ...(known.loanId !== undefined && { loan_id: known.loanId }),
      ...(known.intentId !== undefined && { intent_id: known.intentId }),
      ...(known.matchedIntentId !== undefined && { matched_intent_id: known.matchedIntentId }),
    })
    .where('id', '=', id)
    .execute();
}

/** Marks a credit as unidentified. */
export async function insertUnapplied(
  trx: Trx,
  { id, reason, now }: { readonly id: string; readonly reason: string; readonly now: number },
): Promise<void> {
  const open = { status: 'OPEN', resolved_at: null, resolved_by: null, note: null } as const;
  await trx
    .insertInto('unapplied')
    .values({ id, reason, created_at: new Date(now), ...open })
    .execute();
}

/** A credit that is still unidentified, locked for this transaction. */
export async function lockUnapplied(trx: Trx, id: string): Promise<Money | undefined> {
  const open = await trx
    .selectFrom('unapplied')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return open && readMoney(trx, id);
}

export async function resolveUnapplied(
  trx: Trx,
  id: string,
  how: {
    readonly status: 'MATCHED' | 'RETURNED' | 'SETTLED';
    readonly by: string;
    readonly note: string;
    readonly now: number;
  },
): Promise<void> {
  await trx
    .updateTable('unapplied')
    .set({ status: how.status, resolved_at: new Date(how.now), resolved_by: how.by, note: how.note })
    .where('id', '=', id)
    .execute();
}

/** Money that waits for its owner. */
export interface UnappliedMoney {
  readonly id: string;
  /** The client of the payment that it named, where it named one. */
  readonly personId: string | null;
  readonly reason: string;
  readonly created_at: Date;
  readonly provider: string;
  readonly provider_ref: string;
  readonly amount: Cents;
  readonly value_date: string;
  /** The day at which it is in the books. */
  readonly businessDate: string;
  readonly bank: string | null;
  readonly bank_ref: string | null;
  readonly description: string | null;
}

/** Unidentified credits, oldest first, with what the bank said about them. */
export function listUnapplied(
  db: Kysely<Tables>,
  seal: Seal,
  only: { readonly id?: string | undefined } = {},
): ListSource<UnappliedMoney> {
  const rows = db
    .selectFrom('unapplied')
    .innerJoin('money_received', 'money_received.id', 'unapplied.id')
    .leftJoin('bank_line', 'bank_line.money_id', 'unapplied.id')
    // Of a payment that it named, and did not fit.
    .leftJoin('payment_intent', 'payment_intent.id', 'money_received.intent_id')
    .select([
      'unapplied.id',
      'payment_intent.person_id as personId',
      'unapplied.reason',
      'unapplied.created_at',
      'money_received.provider',
      'money_received.provider_ref',
      'money_received.amount',
      'money_received.value_date',
      'money_received.recorded_on',
      'bank_line.bank',
      'bank_line.bank_ref',
      'bank_line.id as line_id',
      'bank_line.description',
    ])
    .where('unapplied.status', '=', 'OPEN');
  return keyset(db, { rows, keys: { id: 'uuid' }, only }, (stored) =>
    stored.map(({ line_id, description, amount, recorded_on, ...row }) => ({
      ...row,
      amount: cents(amount),
      businessDate: recorded_on,
      description: line_id && description !== null ? openDescription(seal, line_id, description) : null,
    })),
  );
}

/** Unidentified credits by their ids, with what the bank said about them. */
export async function readOpenLines(
  db: Kysely<Tables>,
  seal: Seal,
  ids: readonly string[],
): Promise<readonly Pick<UnappliedMoney, 'id' | 'amount' | 'description'>[]> {
  const rows = await db
    .selectFrom('unapplied')
    .innerJoin('money_received', 'money_received.id', 'unapplied.id')
    .leftJoin('bank_line', 'bank_line.money_id', 'unapplied.id')
    .select(['unapplied.id', 'money_received.amount', 'bank_line.id as line_id', 'bank_line.description'])
    .where('unapplied.status', '=', 'OPEN')
    .where('unapplied.id', 'in', ids)
    .execute();
  return rows.map(({ id, amount, line_id, description }) => ({
    id,
    amount: cents(amount),
    description: line_id && description !== null ? openDescription(seal, line_id, description) : null,
  }));
}

function toMoney(row: Selectable<Tables['money_received']>): Money {
  return {
    id: row.id,
    provider: row.provider,
    providerRef: row.provider_ref,
    operation: row.operation ?? undefined,
    amountCents: cents(row.amount),
    valueDate: calendarDate(row.value_date),
    into: row.into_account,
    intentId: row.matched_intent_id ?? row.intent_id ?? undefined,
    loanId: row.loan_id ?? undefined,
    detail: row.detail,
    recordedOn: calendarDate(row.recorded_on),
    receivedAt: row.received_at.getTime(),
  };
}
