import type { FieldError } from '#api/errors.ts';
import { calendarDate, isCalendarDate } from '#loan/calendar.ts';
import { isDisbursed } from '#loan/loan.ts';
import { type Cents, fromSoles, ZERO } from '#loan/money.ts';
import { mayPromiseAlone, type PromiseRange, promiseRange } from '#loan/promise.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { brokenPromises, settlePromises } from './settle-promises.ts';
import { insertPromise, type PaymentPromise, readOpenPromise } from './store/promise-store.ts';
import type { LockedLoan } from './with-loan.ts';

/** Who has made a promise that no colleague has taken. */
export const CLIENT = 'client';

interface Promising {
  /** Soles. */
  readonly amount: number;
  readonly date: string;
  /** The client, or the colleague who spoke with them. */
  readonly madeBy: string;
  /** The smallest payment that the lender takes. */
  readonly leastCents: Cents;
}

type Promised = { readonly kind: 'promised'; readonly promise: PaymentPromise };

/**
 * Records that a late client will pay an amount by a date. Nothing of what is owed changes. A loan has one open promise
 * at a time; the same one again is answered like the first, because an answer may have been lost.
 */
export async function makePromise(
  locked: LockedLoan,
  { amount, date, madeBy, leastCents }: Promising,
): Promise<Promised | Refusal> {
  const { trx, id: loanId, personId, day, now } = locked;
  const range = isDisbursed(locked.loan) ? promiseRange(locked.loan, day, leastCents) : undefined;
  if (!range) return refused(409, 'loan_not_late', 'The loan is not late, or a plan says what is paid when.');
  const wrong = wrongIn(range, amount, date);
  if (wrong.length > 0) return invalidFields(wrong);
  const [amountCents, dueOn] = [fromSoles(amount), calendarDate(date)];
  // One whose date is over must not stand in the way until the day is closed.
  await settlePromises(trx, { id: loanId, status: locked.loan.status }, day.date);
  const open = await readOpenPromise(trx, loanId, day.date);
  if (open?.amountCents === amountCents && open.dueOn === dueOn) return { kind: 'promised', promise: open };
  if (madeBy === CLIENT && !mayPromiseAlone(await brokenPromises(trx, locked, day.date), day.date)) {
    return refused(409, 'promises_broken', 'Two promises were not kept: a person takes the next one.');
  }
  if (open) return refused(409, 'promise_open', `A payment is promised until ${open.dueOn}: it is decided first.`);
  const promise = { loanId, amountCents, dueOn, madeOn: day.date };
  const id = await insertPromise(trx, { ...promise, personId, madeBy, now });
  return { kind: 'promised', promise: { ...promise, id, status: 'OPEN', paidCents: ZERO } };
}

function wrongIn(range: PromiseRange, amount: number, date: string): FieldError[] {
  const amountCents = fromSoles(amount);
  const isAmount = amountCents >= range.minCents && amountCents <= range.maxCents;
  const isDay = isCalendarDate(date) && date >= range.from && date <= range.until;
  const wrong = [...(isAmount ? [] : ['amount']), ...(isDay ? [] : ['date'])];
  return wrong.map((field) => ({ field, code: 'out_of_range' as const }));
}
