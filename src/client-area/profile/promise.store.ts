import { getPaymentPromise, type PromiseRangeBody } from '#api/endpoints/loans/get-payment-promise.ts';
import { makePaymentPromise } from '#api/endpoints/loans/make-payment-promise.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { type Cents, cents, fromSoles, toSoles } from '#loan/money.ts';

/** Refusals that say that the screen is not up to date any more. */
const CHANGED: readonly string[] = ['promise_open', 'loan_not_late', 'promises_broken'];

export type PromiseValues = Readonly<Record<'amount' | 'date', string>>;

/** Reads the promise of the running loan, or what may be promised. */
export const createPromise = () => createLoaded(getPaymentPromise, {});

/** Lists the days on which a payment can be promised. */
export function promiseDays({ from, until }: PromiseRangeBody): CalendarDate[] {
  const days = [from as CalendarDate];
  for (let day = days[0] as CalendarDate; day < until; day = days.at(-1) as CalendarDate) days.push(addDays(day, 1));
  return days;
}

const centsOf = ({ amount }: PromiseValues): Cents | undefined => {
  const typed = centsTyped(amount);
  return typed === undefined ? undefined : cents(typed);
};

/** Creates the form of a promise to pay. */
export function createPromiseForm(range: PromiseRangeBody, onDone: () => Promise<void>): FormStore<PromiseValues> {
  return createForm({
    endpoint: makePaymentPromise,
    initial: { amount: '', date: '' } as PromiseValues,
    toBody: (values: PromiseValues) => {
      const amountCents = centsOf(values);
      return { ...given(values), ...(amountCents !== undefined && { amount: toSoles(amountCents) }) };
    },
    check: (values) => {
      const amountCents = centsOf(values);
      if (amountCents === undefined) return [];
      const fits = amountCents >= fromSoles(range.min) && amountCents <= fromSoles(range.max);
      return fits ? [] : [{ field: 'amount', code: 'out_of_range' }];
    },
    onDone,
    // What is so by now is shown: a promise of another window, or that a person takes the next one.
    onRefused: async ({ error }) => {
      if (!CHANGED.includes(error?.code ?? '')) return false;
      await onDone();
      return true;
    },
  });
}
