import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { cents, toSoles } from '#loan/money.ts';
import { UnclearError } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { BankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import type { StatementLine } from '#server/lending/gateways/transfer/statement-values.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { takeDebit } from './booked-line.ts';
import { type MoneyContext, type Received, takeMoney } from './receive-money.ts';
import {
  type BankLine,
  bookBankLine,
  completeBankLine,
  insertBankLine,
  lockOperation,
  readBankLine,
} from './store/bank-line-store.ts';
import { readMoneyByRef } from './store/money-store.ts';
import { readIntent } from './store/payment-store.ts';
import { findVouchers } from './store/voucher-store.ts';

/** The result of an import. Nothing is lost: unidentified credits are kept for an operator. */
export interface StatementReport {
  readonly credits: number;
  readonly matched: readonly ReportedLine[];
  readonly unmatched: readonly ReportedLine[];
  /** Lines that were imported before. */
  readonly known: number;
  /** Credits that the bank has taken back. */
  readonly takenBack: number;
  /** Other money that went out: left alone. */
  readonly debits: number;
  /**
   * Lines that stand twice, differ from what is booked, are of a day to come or could not be booked; the file may be
   * sent again.
   */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

interface ReportedLine {
  readonly bankRef: string;
  readonly date: string;
  /** Soles. */
  readonly amount: number;
  readonly description: string;
  readonly paymentId: string | null;
  /** Why it could not be matched. */
  readonly reason: string | null;
}

/** The context needs the vault, because what the bank writes beside a credit is sealed. */
type StatementContext = MoneyContext & { readonly vault: Vault };

/**
 * Imports a bank's statement (domain 2.11.2): credits by our reference, else by the operation number and amount of a
 * voucher, and what takes a credit back. Each line is a transaction of its own, so that a file that stops half-way is simply sent again.
 */
export async function importStatement(
  context: StatementContext,
  {
    bank,
    statement,
    operator,
  }: { readonly bank: string; readonly statement: BankStatement; readonly operator: string },
): Promise<StatementReport> {
  const matched: ReportedLine[] = [];
  const unmatched: ReportedLine[] = [];
  const problems = [...statement.problems];
  const counts = { known: 0, 'taken-back': 0, 'left-alone': 0 };
  const takeLine = async (line: StatementLine): Promise<string | undefined> => {
    const toCome = whyToCome(line, context.clock.businessDate());
    if (toCome !== undefined) return toCome;
    if (line.amountCents <= 0) {
      const outcome = await context.db.kysely
        .transaction()
        .execute((trx) => takeDebit(trx, context, bank, line, operator));
      if (typeof outcome === 'object') return outcome.asked;
      counts[outcome] += 1;
      return undefined;
    }
    const received = await importLine(context, bank, line, operator);
    if (received.kind === 'differs') return received.message;
    if (received.kind === 'told-before') counts.known += 1;
    else (received.kind === 'unapplied' ? unmatched : matched).push(reported(line, received));
    return undefined;
  };
  // What takes a credit back may come before it.
  for (const line of [...statement.credits, ...statement.debits]) {
    const message = await takeLine(line).catch((error: unknown) => {
      // It may be booked: the file is sent again, and finds what it has booked.
      if (error instanceof UnclearError) throw error;
      context.log.error({ err: error, bankRef: line.bankRef }, 'a line of a statement could not be booked');
      return `operation ${line.bankRef} of ${line.date} could not be booked`;
    });
    if (message !== undefined) problems.push({ line: 0, message });
  }
  const { known, 'taken-back': takenBack, 'left-alone': debits } = counts;
  const report = { credits: statement.credits.length, matched, unmatched, known, takenBack, debits, problems };
  await audit(context, bank, operator, report);
  return report;
}

/** Why a line is not taken yet: the bank has not booked it, which a value date alone does not say. */
function whyToCome({ bankRef, date, bookedOn, isValueDate }: StatementLine, today: string): string | undefined {
  const day = bookedOn ?? (isValueDate ? today : date);
  return day > today ? `operation ${bankRef} is of ${day}, a day to come` : undefined;
}

function importLine(
  context: StatementContext,
  bank: string,
  credit: StatementLine,
  operator: string,
): Promise<Received | ToldBefore> {
  return context.db.kysely.transaction().execute(async (trx) => {
    const { bankRef, date, bookedOn, amountCents, description, reference } = credit;
    const now = context.clock.now();
    const id = uuidv7(now);
    const line = { id, bank, valueDate: date, bookedOn, bankRef, amountCents, description, reference };
    await lockOperation(trx, line);
    const known = await readBankLine(trx, line);
    if (known) return toldBefore(trx, line, known, now);
    if (!(await insertBankLine(trx, context.vault, line, { by: operator, now }))) {
      // The number is there with this value date and another day of booking.
      const other = await readBankLine(trx, { ...line, bookedOn: undefined });
      if (!other) throw new Error(`operation ${bankRef} of ${date} is neither known nor new`);
      return toldBefore(trx, line, other, now);
    }
    const received = await takeMoney(trx, context, {
      provider: 'BANK',
      providerRef: await newMoneyRef(trx, line),
      amountCents,
      date,
      into: 'bank',
      intentId: await intentOf(trx, bank, credit),
      detail: { bank, bankRef },
      actor: `operator:${operator}`,
    });
    await bookBankLine(trx, id, received.money.id, amountCents);
    return received;
  });
}

type ToldBefore = { readonly kind: 'told-before' } | { readonly kind: 'differs'; readonly message: string };

/** A line imported before, or another amount under its number, which is not booked and needs an operator. */
async function toldBefore(
  trx: Trx,
  line: BankLine,
  known: { readonly id: string; readonly amount: number },
  now: number,
): Promise<ToldBefore> {
  await completeBankLine(trx, known.id, line);
  if (known.amount === line.amountCents) return { kind: 'told-before' };
  const [stated, booked] = [toSoles(line.amountCents), toSoles(cents(known.amount))].map((soles) => soles.toFixed(2));
  const message = `operation ${line.bankRef} of ${line.valueDate} is S/ ${stated} here and was imported as S/ ${booked}`;
  const task = { kind: 'statement-differs', subject: `bank-line:${known.id}`, says: 'statement-differs' } as const;
  const facts = {
    bank: line.bank,
    operation: line.bankRef,
    date: formatDate(line.valueDate),
    stated: formatSoles(line.amountCents),
    booked: formatSoles(cents(known.amount)),
  };
  await openTask(trx, { ...task, facts }, now);
  return { kind: 'differs', message };
}

/** Reference that the money of a new line is known by: with our reference, where another transfer of this day has its number. */
async function newMoneyRef(trx: Trx, { bank, valueDate, bankRef, reference }: BankLine): Promise<string> {
  const ref = `${bank} ${valueDate} ${bankRef}`;
  const isTaken = (await readMoneyByRef(trx, 'BANK', ref)).length > 0;
  return isTaken && reference !== undefined ? `${ref} ${reference}` : ref;
}

/** The payment a transfer belongs to; undefined when two vouchers claim it. */
async function intentOf(
  trx: Trx,
  bank: string,
  { reference, bankRef, amountCents, date }: StatementLine,
): Promise<string | undefined> {
  const named = reference === undefined ? undefined : await readIntent(trx, { reference });
  if (named) return named.id;
  const vouchers = await findVouchers(trx, { bankId: bank, operationNumber: bankRef, amountCents, paidOn: date });
  return vouchers.length === 1 ? vouchers[0]?.intentId : undefined;
}

function reported(credit: StatementLine, received: Received): ReportedLine {
  const { bankRef, date, amountCents, description } = credit;
  return {
    bankRef,
    date,
    amount: toSoles(amountCents),
    description,
    paymentId: received.money.intentId ?? null,
    reason: received.kind === 'unapplied' ? received.reason : null,
  };
}

function audit(
  { db, clock }: MoneyContext,
  bank: string,
  operator: string,
  { matched, unmatched, problems, credits: _, ...report }: StatementReport,
): Promise<void> {
  const counts = { ...report, matched: matched.length, unmatched: unmatched.length, problems: problems.length };
  return db.kysely.transaction().execute((trx) =>
    recordAudit(trx, {
      actor: `operator:${operator}`,
      action: 'statement.import',
      subject: `bank:${bank}`,
      after: counts,
      at: clock.now(),
    }),
  );
}
