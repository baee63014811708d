import { calendarDate } from '#loan/calendar.ts';
import { unappliedMatched, unappliedReturned } from '#loan/ledger.ts';
import { decideRepayment } from '#loan/repayment.ts';
import { notFound, type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import { type LockedLoan, lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { type Approve, recordDone } from '#server/lending/staff/approvals.ts';
import { closeTasks } from '#server/lending/staff/task-store.ts';
import { type MoneyContext, proveMoney } from './receive-money.ts';
import { completeMoney, lockUnapplied, type Money, readMoney, resolveUnapplied } from './store/money-store.ts';
import { lockIntent, type PaymentIntent, readIntent } from './store/payment-store.ts';

/** The loan or payment that unidentified money belongs to. */
export type Owner = { readonly paymentId: string } | { readonly loanNumber: string };

export type Matched = { readonly kind: 'matched'; readonly money: Money } | Refusal;

/** The colleague who decided, and the approval when another account has decided the same. */
export interface SaidBy {
  readonly operator: string;
  readonly approve?: Approve | undefined;
}

/** It is identified already. */
export function notOpen(): Refusal {
  return refused(409, 'money_state', 'This money is identified already, or was returned.');
}

/**
 * Books unidentified money on the word of a colleague. It counts on the day it was paid, not on the day of the word
 * (domain 2.11.2).
 */
export function matchMoney(
  context: MoneyContext,
  moneyId: string,
  owner: Owner,
  { operator, approve }: SaidBy,
): Promise<Matched> {
  const actor = `operator:${operator}`;
  return context.db.kysely.transaction().execute(async (trx): Promise<Matched> => {
    const named = 'paymentId' in owner ? await readIntent(trx, { id: owner.paymentId }) : undefined;
    if ('paymentId' in owner && !named) return notFound();
    const key = 'loanNumber' in owner ? { number: owner.loanNumber } : { id: named?.loanId ?? '' };
    const locked = await lockLoanUpToToday(trx, context, key);
    if (!locked) return notFound();
    const intent = named && (await lockIntent(trx, named.id));
    const matched = await applyUnapplied(locked, { moneyId, intent, actor });
    if (matched.kind === 'matched') {
      const after = { loan: locked.loan.number, payment: intent?.id };
      const subject = `money:${moneyId}`;
      await recordDone(trx, { actor, action: 'money.match', subject, after, at: locked.now }, approve);
    }
    return matched;
  });
}

/** Books unidentified money to a locked loan, and to a payment that is locked after it. */
export async function applyUnapplied(
  locked: LockedLoan,
  {
    moneyId,
    intent,
    actor,
  }: { readonly moneyId: string; readonly intent: PaymentIntent | undefined; readonly actor: string },
): Promise<Matched> {
  const { trx, day, now, id: loanId } = locked;
  const money = await lockUnapplied(trx, moneyId);
  if (!money) return notOpen();
  const { amountCents, into, valueDate } = money;
  const before = locked.loan;
  const use = intent?.use ?? ({ kind: 'ordinary' } as const);
  const payment = { kind: 'payment', id: money.id, date: valueDate, amountCents, into, use } as const;
  const decision = decideRepayment(before, payment, day);
  if (decision.kind === 'refused') return refused(409, 'loan_refuses', `The loan refuses it: ${decision.reason}.`);
  await locked.save(decision, { kind: 'payment', ref: money.id });
  const postings = unappliedMatched(amountCents, into);
  await postJournal(trx, { businessDate: day.date, kind: 'unapplied-matched', ref: money.id, postings, now });
  await completeMoney(trx, money.id, { loanId, ...(intent && paymentOf(money, intent)) });
  await resolveUnapplied(trx, money.id, { status: 'MATCHED', by: actor, note: before.number, now });
  await closeTasks(trx, `money:${money.id}`, { by: actor, now });
  if (intent) await proveMoney(locked, intent, money, actor);
  return { kind: 'matched', money: (await readMoney(trx, money.id)) as Money };
}

/**
 * The payment to note on the money. One that the money itself named is never rewritten: another payment that it turns
 * out to be for is noted beside it.
 */
function paymentOf(money: Money, intent: PaymentIntent) {
  if (money.intentId === undefined) return { intentId: intent.id };
  return money.intentId === intent.id ? {} : { matchedIntentId: intent.id };
}

/** Books that unidentified money was returned to its sender; `reference` is the bank's for that transfer. */
export function returnMoney(
  { db, clock }: MoneyContext,
  moneyId: string,
  reference: string,
  { operator, approve }: SaidBy,
): Promise<Matched> {
  const actor = `operator:${operator}`;
  return db.kysely.transaction().execute(async (trx): Promise<Matched> => {
    const money = await bookReturned(trx, { clock }, moneyId, { actor, note: reference });
    if (!money) return notOpen();
    const subject = `money:${moneyId}`;
    const entry = { actor, action: 'money.return', subject, after: { reference }, at: clock.now() };
    await recordDone(trx, entry, approve);
    return { kind: 'matched', money };
  });
}

/** Books that unidentified money has left the bank again. Undefined: it is not unidentified any more. */
export async function bookReturned(
  trx: Trx,
  { clock }: Pick<MoneyContext, 'clock'>,
  moneyId: string,
  { actor, note }: { readonly actor: string; readonly note: string },
): Promise<Money | undefined> {
  const money = await lockUnapplied(trx, moneyId);
  if (!money) return undefined;
  const now = clock.now();
  const businessDate = calendarDate(clock.businessDate());
  const postings = unappliedReturned(money.amountCents);
  await postJournal(trx, { businessDate, kind: 'unapplied-returned', ref: money.id, postings, now });
  await resolveUnapplied(trx, money.id, { status: 'RETURNED', by: actor, note, now });
  await closeTasks(trx, `money:${money.id}`, { by: actor, now });
  return money;
}
