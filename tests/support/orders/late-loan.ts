import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { cents, fromSoles } from '#loan/money.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import type { TestClock } from '../clock.ts';
import { termsOf } from '../loan/loans.ts';
import { SINGLE_PAY } from '../loan/products.ts';
import { closeThrough } from '../loans/loan-service.ts';
import { aDebtor, type Debtor, type Payments, startPayment } from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';
import { putToRest } from './quiet.ts';
import { once } from './story.ts';

/** The loan of 500 soles for a week is paid out on this day, and everything happens five days after its due date. */
const PAID_OUT = calendarDate('2026-01-15');
export const TODAY = addDays(PAID_OUT, 12);

/** A late loan, of a client with every proof. */
export async function aLateDebtor(payments: Payments): Promise<Debtor> {
  await putToRest(payments.db);
  payments.clock.moveTo(PAID_OUT);
  const debtor = await aDebtor(payments, termsOf(SINGLE_PAY, 500, 7));
  await closeThrough(payments.loans, TODAY);
  await proveAgain(payments, debtor, ['confirm-plan', 'extend']);
  return debtor;
}

/** Five past midnight of a later day, unless an act before has moved there. */
export function atLeast(clock: TestClock, date: CalendarDate): void {
  if (clock.businessDate() >= date) return;
  clock.moveTo(date);
  clock.pass({ hours: -11, minutes: -55 });
}

export const line = () =>
  ({ provider: 'BANK', providerRef: randomUUID(), into: 'bank', actor: 'operator:Ana' }) as const;

export const todayOf = ({ clock }: Payments) => calendarDate(clock.businessDate());

export async function aTransfer(payments: Payments, debtor: Pick<Debtor, 'headers' | 'number'>, amount: number) {
  const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount, method: 'MANUAL' });
  const money = { ...line(), amountCents: cents(amount * 100), date: todayOf(payments), intentId: id };
  return { id, book: async () => (await receiveMoney(payments.context, money)).kind };
}

/** All that is owed today. */
export async function aPayoff(payments: Payments, debtor: Pick<Debtor, 'headers' | 'number'>) {
  const { id, amount } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const money = { ...line(), amountCents: fromSoles(amount), date: todayOf(payments), intentId: id };
  return async () => (await receiveMoney(payments.context, money)).kind;
}

/** Unnamed money, one for both acts. */
export const unnamedOf = once(async (payments: Payments, _: Debtor) => {
  const money = { ...line(), amountCents: cents(4000), date: todayOf(payments) };
  return (await receiveMoney(payments.context, money)).money.id;
});
