import type { CallResult } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/get-active-loan.ts';
import { getPaymentOptions, type PaymentOptionsBody } from '#api/endpoints/get-payment-options.ts';
import { getPayoffQuote, type PayoffQuoteBody } from '#api/endpoints/get-payoff-quote.ts';
import { listPayments } from '#api/endpoints/list-payments.ts';
import type { PaymentBody } from '#api/payment.ts';
import { createLoadedFrom, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { request } from '#stores/protected-call.ts';

/** What can be paid of a loan today, in which ways, and what is on its way already. */
export interface Repayment {
  readonly loanNumber: string;
  readonly options: PaymentOptionsBody;
  /** Its date is the lender's today. */
  readonly quote: PayoffQuoteBody;
  /** Payments that wait for their money; unknown to a browser that is only remembered. */
  readonly waiting: readonly PaymentBody[];
}

/** Undefined: there is nothing to pay. */
type Answer = CallResult<Repayment | undefined>;

/** @param loanNumber unless it is the running loan: a debt that was written off can still be paid */
export function createRepayment(loanNumber?: string): LoadedStore<Repayment | undefined> {
  return createLoadedFrom((signal) => readRepayment(loanNumber, signal));
}

async function readRepayment(asked: string | undefined, signal: AbortSignal): Promise<Answer> {
  const active = asked === undefined ? await request(getActiveLoan, {}, { signal }) : undefined;
  if (active && active.kind !== 'ok') return active;
  const loanNumber = asked ?? active?.value.loan?.number;
  if (loanNumber === undefined) return { kind: 'ok', value: undefined };
  const params = { number: loanNumber };
  const [options, quote, payments] = await Promise.all([
    request(getPaymentOptions, { params }, { signal }),
    request(getPayoffQuote, { params, query: {} }, { signal }),
    request(listPayments, { query: { loan: loanNumber } }, { signal, quiet: true }),
  ]);
  if (options.kind !== 'ok') return options;
  if (quote.kind === 'refused' && quote.status === 409) return { kind: 'ok', value: undefined };
  if (quote.kind !== 'ok') return quote;
  if (payments.kind === 'aborted') return payments;
  const all = payments.kind === 'ok' ? payments.value.payments : [];
  const waiting = all.filter(({ status }) => status === 'PENDING_CUSTOMER' || status === 'IN_REVIEW');
  return { kind: 'ok', value: { loanNumber, options: options.value, quote: quote.value, waiting } };
}
