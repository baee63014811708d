import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type TaskTold, taskNote } from '#i18n/staff-tasks.ts';
import { type Cents, cents, toSoles } from '#loan/money.ts';
import { isTakenBack } from '#loan/money-back.ts';
import { notFound, type Refusal } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { StatementLine } from '#server/lending/gateways/transfer/statement-values.ts';
import { type LockedLoan, lockLoanUpToToday } from '#server/lending/loans/with-loan.ts';
import { recordDone } from '#server/lending/staff/approvals.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import { bookReversal } from './book-reversal.ts';
import { bookCreditTakenBack } from './dispute-payment.ts';
import { applyUnapplied, bookReturned, notOpen, type SaidBy } from './match-money.ts';
import { type MoneyContext, takeMoney } from './receive-money.ts';
import { bookBankLine, countAlike, lockBankLine, lockTakenBack } from './store/bank-line-store.ts';
import { type Money, readMoney } from './store/money-store.ts';
import { lockIntent, type PaymentIntent, readIntent } from './store/payment-store.ts';

/** The money of a line in the books: its loan and its payment, where it has them, are locked. */
interface BookedLine {
  readonly money: Money;
  readonly locked: LockedLoan | undefined;
  readonly intent: PaymentIntent | undefined;
}

async function lockBooked(trx: Trx, context: MoneyContext, moneyId: string | null): Promise<BookedLine | undefined> {
  const money = moneyId === null ? undefined : await readMoney(trx, moneyId);
  if (!money) return undefined;
  const named = money.intentId === undefined ? undefined : await readIntent(trx, { id: money.intentId });
  const loanId = money.loanId ?? named?.loanId;
  const locked = loanId === undefined ? undefined : await lockLoanUpToToday(trx, context, { id: loanId });
  return { money, locked, intent: named && (await lockIntent(trx, named.id)) };
}

/**
 * Words by which a line says that it takes a credit back, or that it is a charge, which may have the number of the
 * credit.
 */
const TAKES_BACK = /\b(?:EXTORN|REVERS|ANULA|CONTRACARGO)/i;
const CHARGE = /\b(?:ITF|IMPUESTO|COMISI|PORTES|MANTEN|GASTO)/i;

type Outcome = 'taken-back' | 'known' | 'left-alone' | { readonly asked: string };

/**
 * Handles a debit of a statement: it takes a credit of the same number back, is already known, becomes a question to
 * staff (it takes a credit back in part or twice, or one that we do not know: domain P36), or is left alone.
 */
export async function takeDebit(
  trx: Trx,
  context: MoneyContext,
  bank: string,
  {
    bankRef,
    date: valueDate,
    bookedOn: date = valueDate,
    amountCents: out,
    description,
    reference,
    takesBack,
  }: StatementLine,
  operator: string,
): Promise<Outcome> {
  const debit = { bank, bankRef, date, amountCents: cents(-out), reference };
  const isSaid = takesBack || TAKES_BACK.test(description);
  const isCharge = !isSaid && CHARGE.test(description);
  const line = await lockTakenBack(trx, debit);
  const amount = formatSoles(debit.amountCents);
  const facts = { bank, amount, operation: bankRef, date: formatDate(date) };
  if (!line) {
    if (!isSaid) return 'left-alone';
    return ask(trx, context, `bank:${bank} ${date} ${bankRef}`, { says: 'credit-taken-back-unknown', facts });
  }
  const isWhole = line.amount === debit.amountCents;
  if (isCharge && !isWhole) return 'left-alone';
  if (line.taken_back_on === date && line.taken_back === debit.amountCents) return 'known';
  if (await isOneOfTwo(trx, line, reference)) {
    const told = { says: 'credit-taken-back-one-of-two', facts: { ...facts, line: line.id } } as const;
    return ask(trx, context, `bank:${bank} ${date} ${bankRef}`, told);
  }
  if (line.taken_back_on === null) {
    const back = { taken_back_on: date, taken_back: debit.amountCents };
    await trx.updateTable('bank_line').set(back).where('id', '=', line.id).execute();
    if (isWhole && (await takeOut(trx, context, line.money_id, operator))) return 'taken-back';
  }
  const inPart = { ...facts, whole: formatSoles(cents(line.amount)), line: line.id };
  const told: TaskTold = isWhole
    ? { says: 'credit-taken-back-again', facts }
    : { says: 'credit-taken-back-in-part', facts: inPart };
  return ask(trx, context, `bank-line:${line.id}`, told);
}

/** Whether a debit may as well be about another credit, which only a reference of ours tells apart. */
async function isOneOfTwo(
  trx: Trx,
  line: { readonly id: string; readonly taken_back_on: string | null; readonly reference: string | null },
  reference: string | undefined,
): Promise<boolean> {
  if (line.taken_back_on !== null || line.reference === (reference ?? null)) return false;
  return (await countAlike(trx, line.id)) > 1;
}

async function ask(trx: Trx, { clock }: MoneyContext, subject: string, told: TaskTold): Promise<Outcome> {
  await openTask(trx, { kind: 'credit-taken-back', subject, ...told }, clock.now());
  return { asked: taskNote(told.says, told.facts ?? {}) ?? '' };
}

/** Books that the money of a line has left the bank again. False: it had left these books before. */
async function takeOut(trx: Trx, context: MoneyContext, moneyId: string | null, operator: string): Promise<boolean> {
  const booked = await lockBooked(trx, context, moneyId);
  if (!booked) return false;
  const { money, locked, intent } = booked;
  const about = { operator, providerRef: money.providerRef, reason: 'the bank took it back' };
  const by = { actor: `operator:${operator}`, note: about.reason };
  if (money.loanId === undefined && !(await bookReturned(trx, context, money.id, by))) return false;
  if (locked && intent) await bookCreditTakenBack(locked, intent, money, about);
  else if (locked && !isTakenBack(locked.loan, money.id)) await bookReversal(locked, [money], 'chargeback');
  return true;
}

/**
 * Corrects a line: the bank says that another amount came under its number than was booked, or nothing. The booked
 * money is taken out, and the true amount is booked where it was, on its own day. Ends the question about the line.
 */
export function correctLine(
  context: MoneyContext,
  id: string,
  amountCents: Cents,
  { operator, approve }: SaidBy,
): Promise<{ readonly kind: 'corrected' } | Refusal> {
  return context.db.kysely.transaction().execute(async (trx) => {
    const line = await lockBankLine(trx, id);
    if (!line) return notFound();
    const isOut = amountCents === 0 && (await takeOut(trx, context, line.money_id, operator));
    const money = isOut ? undefined : await rebook(trx, context, line.money_id, { amountCents, operator });
    if (!isOut && !money) return notOpen();
    // Money taken back from a line does not change what the line states.
    if (money) await bookBankLine(trx, id, money.id, line.taken_back_on ? cents(line.amount) : amountCents);
    const [actor, now, subject] = [`operator:${operator}`, context.clock.now(), `bank-line:${id}`];
    await closeTasks(trx, subject, { by: actor, now });
    const after = { was: toSoles(cents(line.amount)), amount: toSoles(amountCents) };
    await recordDone(trx, { actor, action: 'bank-line.correct', subject, after, at: now }, approve);
    return { kind: 'corrected' };
  });
}

/** Undefined: its money is being given back, or is not here any more. */
async function rebook(
  trx: Trx,
  context: MoneyContext,
  moneyId: string | null,
  { amountCents, operator }: { readonly amountCents: Cents; readonly operator: string },
): Promise<Money | undefined> {
  const booked = await lockBooked(trx, context, moneyId);
  if (!booked || amountCents === 0) return undefined;
  const { money, locked, intent } = booked;
  const actor = `operator:${operator}`;
  if (locked && money.loanId !== undefined) {
    if (isTakenBack(locked.loan, money.id) || (intent && intent.status !== 'SUCCEEDED')) return undefined;
    if (amountCents === money.amountCents) return money;
    await bookReversal(locked, [money], 'statement-corrected');
  } else if (!(await bookReturned(trx, context, money.id, { actor, note: 'corrected' }))) return undefined;
  const { provider, valueDate: date, into, detail } = money;
  const providerRef = `${money.providerRef} for ${money.id}`;
  const credit = { provider, providerRef, amountCents, date, into, intentId: intent?.id, detail, actor };
  const received = await takeMoney(trx, context, credit);
  if (locked && money.loanId !== undefined && received.kind === 'unapplied') {
    await applyUnapplied(locked, { moneyId: received.money.id, intent, actor });
  }
  return received.money;
}
