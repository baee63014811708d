import { isSameOperation } from '#api/field-rules/operation-number.ts';
import { formatSoles } from '#i18n/format.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { unknownCredit } from '#loan/ledger.ts';
import type { CashAccount, Payment } from '#loan/loan.ts';
import { type Cents, sum } from '#loan/money.ts';
import { isTakenBack } from '#loan/money-back.ts';
import { amountOutcome, codeQueryAt, railOf } from '#loan/payment-intent.ts';
import { decideRepayment } from '#loan/repayment.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import { type LoanContext, type LockedLoan, lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import {
  completeMoney,
  insertMoney,
  insertUnapplied,
  type Money,
  readMoneyByRef,
  readMoneyOf,
} from './store/money-store.ts';
import {
  canMove,
  lockIntent,
  moveIntent,
  noteOnIntent,
  type PaymentIntent,
  readIntent,
} from './store/payment-store.ts';
import type { MoneyProvider } from './tables.ts';

/** A confirmed credit: from a card approval, a webhook, a query of the janitor or a bank statement. */
export interface Credit {
  readonly provider: MoneyProvider;
  /** The purchase number, the code, or the bank's line: with the operation, what tells it from every other credit. */
  readonly providerRef: string;
  /** Of one code paid more than once; undefined when the provider has not said. */
  readonly operation?: string | undefined;
  readonly amountCents: Cents;
  /** The day the client paid. A day that has not come yet counts as today. */
  readonly date: CalendarDate;
  /**
   * Instant of the payment, in milliseconds since 1970, if the provider tells it: it also tells two payments of one
   * code apart.
   */
  readonly paidAt?: number | undefined;
  readonly into: CashAccount;
  /** The payment it is for; undefined when unknown. */
  readonly intentId?: string | undefined;
  readonly detail?: Readonly<Record<string, string>>;
  /** The source of the news: `provider`, `clock` or `operator:<name>`. */
  readonly actor: string;
}

export type MoneyContext = LoanContext;

export type Received =
  | { readonly kind: 'booked'; readonly money: Money; readonly intent: PaymentIntent }
  /** Kept on the account of unidentified money, for an operator. */
  | { readonly kind: 'unapplied'; readonly money: Money; readonly reason: string }
  /** Reported before; nothing has changed. */
  | { readonly kind: 'known'; readonly money: Money };

/**
 * The only way money is booked (domain 2.11). However often and in whatever order a credit is reported, it is booked once,
 * in full, on its own date, and whatever status the payment has by then: late money is always accepted.
 */
export function receiveMoney(context: MoneyContext, credit: Credit): Promise<Received> {
  return context.db.kysely.transaction().execute((trx) => takeMoney(trx, context, credit));
}

/** Books a credit inside an open transaction, which must not hold the lock of any other loan or payment. */
export async function takeMoney(trx: Trx, context: MoneyContext, credit: Credit): Promise<Received> {
  const named = credit.intentId === undefined ? undefined : await readIntent(trx, { id: credit.intentId });
  const locked = named && (await lockLoanUpToToday(trx, context, { id: named.loanId }));
  const intent = named && (await lockIntent(trx, named.id));
  const known = await findKnown(trx, credit, context.clock.now());
  if (known) return { kind: 'known', money: known };
  return locked && intent ? bookFor(locked, intent, credit) : recordUnidentified(trx, context, credit);
}

/**
 * Providers report one payment more than once and not always with its operation number: a report without the number means
 * the known credit of that instant. One that differs from what is known, or that names a payment without its number, is
 * never booked and never dropped: staff ask the provider.
 */
async function findKnown(trx: Trx, credit: Credit, now: number): Promise<Money | undefined> {
  const { provider, providerRef, operation, amountCents } = credit;
  const told = await readMoneyByRef(trx, provider, providerRef);
  const possible = told.filter((money) => isSameInstant(money, credit));
  const known =
    operation === undefined
      ? (possible.find((money) => money.amountCents === amountCents) ?? possible[0])
      : (told.find((money) => isSameOperation(money.operation ?? '', operation)) ??
        possible.find((money) => money.operation === undefined));
  if (!known) {
    const [first] = operation === undefined ? told : [];
    if (first) await askAboutAnother(trx, first, credit, now);
    return first;
  }
  if (operation !== undefined && known.operation === undefined) await completeMoney(trx, known.id, { operation });
  if (known.amountCents !== amountCents) await askAboutAmount(trx, known, credit, now);
  return known;
}

/** Unless both say when they were paid, and it is not the same second. */
function isSameInstant({ detail }: Money, { paidAt }: Credit): boolean {
  const known = detail['paidAt'];
  return known === undefined || paidAt === undefined || known === instantOf(paidAt);
}

function instantOf(paidAt: number): string {
  return new Date(paidAt).toISOString().slice(0, 19);
}

function askAboutAmount(trx: Trx, { id, amountCents }: Money, credit: Credit, now: number): Promise<void> {
  const facts = { said: formatSoles(credit.amountCents), booked: formatSoles(amountCents) };
  return openTask(trx, { kind: 'amounts-differ', subject: `money:${id}`, says: 'amounts-differ', facts }, now);
}

function askAboutAnother(trx: Trx, { intentId, id }: Money, credit: Credit, now: number): Promise<void> {
  const { provider, providerRef, amountCents, paidAt = 0 } = credit;
  const facts = { provider, ref: providerRef, amount: formatSoles(amountCents), at: `${instantOf(paidAt)}Z` };
  const subject = intentId === undefined ? `money:${id}` : `payment:${intentId}`;
  return openTask(trx, { kind: 'payment-not-told', subject, says: 'payment-not-told', facts }, now);
}

async function bookFor(locked: LockedLoan, intent: PaymentIntent, credit: Credit): Promise<Received> {
  const { trx, now, day } = locked;
  const before = locked.loan;
  const payment = paymentOf(credit, intent, uuidv7(now), day.date);
  const decision = decideRepayment(before, payment, { date: day.date, calendar: locked.day.calendar });
  const accepted = decision.kind === 'accepted';
  const money = await writeMoney(trx, credit, {
    id: payment.id,
    valueDate: payment.date,
    recordedOn: day.date,
    now,
    intentId: intent.id,
    loanId: accepted ? locked.id : undefined,
  });
  if (accepted) await locked.save(decision, { kind: 'payment', ref: payment.id });
  else await keepApart(trx, money, decision.reason, now);
  const proved = await proveMoney(locked, intent, money, credit.actor);
  if (!accepted) return { kind: 'unapplied', money, reason: decision.reason };
  return { kind: 'booked', money, intent: proved };
}

function paymentOf(credit: Credit, { use }: PaymentIntent, id: string, today: CalendarDate): Payment {
  const { amountCents, into } = credit;
  return { kind: 'payment', id, date: notAfter(credit.date, today), amountCents, into, use };
}

/** A date in the future (the provider's clock may be ahead) counts as today. */
function notAfter(date: CalendarDate, today: CalendarDate): CalendarDate {
  return date > today ? today : date;
}

/**
 * The payment SUCCEEDED, unless it had ended by a refund or chargeback; its outcome counts everything that came and
 * stayed.
 */
export async function proveMoney(
  { trx, loan, day, now }: LockedLoan,
  intent: PaymentIntent,
  money: Money,
  actor: string,
): Promise<PaymentIntent> {
  const all = (await readMoneyOf(trx, [intent.id])).filter(({ id }) => !isTakenBack(loan, id));
  const outcome = amountOutcome(intent.amountCents, sum(...all.map(({ amountCents }) => amountCents)));
  // A code may be paid once more.
  const next = railOf(intent.method) === 'code' ? codeQueryAt(intent, now) : undefined;
  const patch = { outcome, failure_reason: null, next_query_at: next === undefined ? null : new Date(next) };
  await closeTasks(trx, `payment:${intent.id}`, { by: actor, now });
  if (!canMove(intent, 'money-proved')) {
    await noteOnIntent(trx, intent.id, { outcome });
    return { ...intent, outcome };
  }
  const detail = { moneyId: money.id, amountCents: money.amountCents };
  return moveIntent(trx, intent, 'money-proved', { actor, businessDate: day.date, now, detail }, patch);
}

async function recordUnidentified(trx: Trx, { clock }: MoneyContext, credit: Credit): Promise<Received> {
  const now = clock.now();
  const recordedOn = calendarDate(clock.businessDate());
  const valueDate = notAfter(credit.date, recordedOn);
  const money = await writeMoney(trx, credit, { id: uuidv7(now), valueDate, recordedOn, now });
  await keepApart(trx, money, 'unknown-reference', now);
  return { kind: 'unapplied', money, reason: 'unknown-reference' };
}

async function writeMoney(
  trx: Trx,
  { provider, providerRef, operation, amountCents, paidAt, into, detail: told = {} }: Credit,
  row: {
    readonly id: string;
    readonly valueDate: CalendarDate;
    readonly recordedOn: CalendarDate;
    readonly now: number;
    readonly intentId?: string | undefined;
    readonly loanId?: string | undefined;
  },
): Promise<Money> {
  const { intentId, loanId, ...rest } = row;
  const detail = { ...told, ...(paidAt !== undefined && { paidAt: instantOf(paidAt) }) };
  const money = { ...rest, provider, providerRef, operation, amountCents, into, intentId, loanId, detail };
  const written = await insertMoney(trx, money);
  // Only money without a payment can be inserted twice at once: the second attempt is retried and then finds the first.
  if (!written) throw new Error(`credit ${provider} ${providerRef} is being booked by another transaction`);
  return written;
}

/** Money that no loan can take is still booked, as unidentified (domain 2.11.4). */
async function keepApart(trx: Trx, money: Money, reason: string, now: number): Promise<void> {
  const postings = unknownCredit(money.amountCents, money.into);
  const businessDate = money.recordedOn;
  await postJournal(trx, { businessDate, kind: 'unapplied-funds', ref: money.id, postings, now });
  await insertUnapplied(trx, { id: money.id, reason, now });
  await openTask(trx, { kind: 'money-unapplied', subject: `money:${money.id}`, says: 'money-not-taken' }, now);
}
