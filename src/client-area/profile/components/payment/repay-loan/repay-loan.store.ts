import type { CallOutput, CallResult } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { getPaymentOptions, type PaymentOptionsBody } from '#api/endpoints/payments/get-payment-options.ts';
import { getPayoffQuote, type PayoffQuoteBody } from '#api/endpoints/payments/get-payoff-quote.ts';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import type { PaymentBody } from '#api/payment.ts';
import { createLoadedFrom, type LoadedStore, type Reading } from '#client-area/data/loaded.store.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { request } from '#stores/protected-call.ts';

/** The purposes and methods of paying today, and payments in progress. */
export interface Repayment {
  readonly loanNumber: string;
  readonly options: PaymentOptionsBody;
  /** Its date is the lender's today. */
  readonly quote: PayoffQuoteBody;
  /** Payments that wait for their money; unknown with basic assurance. */
  readonly waiting: readonly PaymentBody[];
  /** The method of the client's last payment, of any loan; unknown with basic assurance. */
  readonly lastMethod?: PaymentMethod | undefined;
  /** The discounted settlement of a flex pay, if it was requested and is still offered. */
  readonly settlement?: NonNullable<CallOutput<typeof getFlexPay>['settlement']> | undefined;
}

/** Undefined: nothing to pay. */
type Answer = CallResult<Repayment | undefined>;

interface Asked {
  /** By default the running loan; a written-off loan can be paid too. */
  readonly loanNumber?: string | undefined;
  /** True: settle the flex pay. */
  readonly settles?: boolean | undefined;
}

export function createRepayment(asked: Asked = {}): LoadedStore<Repayment | undefined> {
  return createLoadedFrom((reading) => readRepayment(asked, reading));
}

async function readRepayment({ loanNumber: asked, settles }: Asked, reading: Reading): Promise<Answer> {
  const active = asked === undefined ? await request(getActiveLoan, {}, reading) : undefined;
  if (active && active.kind !== 'ok') return active;
  const loanNumber = asked ?? active?.value.loan?.number;
  if (loanNumber === undefined) return { kind: 'ok', value: undefined };
  const params = { number: loanNumber };
  const [options, quote, payments, flex] = await Promise.all([
    request(getPaymentOptions, { params }, reading),
    request(getPayoffQuote, { params, query: {} }, reading),
    request(listPayments, { query: {} }, { ...reading, quiet: true }),
    settles ? request(getFlexPay, {}, reading) : undefined,
  ]);
  if (options.kind !== 'ok') return options;
  if (quote.kind === 'refused' && quote.status === 409) return { kind: 'ok', value: undefined };
  if (quote.kind !== 'ok') return quote;
  if (payments.kind === 'aborted') return payments;
  if (flex && flex.kind !== 'ok') return flex;
  const all = payments.kind === 'ok' ? payments.value.payments : [];
  const waiting = all.filter(
    (payment) =>
      payment.loanNumber === loanNumber && (payment.status === 'PENDING_CUSTOMER' || payment.status === 'IN_REVIEW'),
  );
  const lastMethod = all.find(({ paidOn }) => paidOn !== null)?.method;
  const settlement = flex?.value.settlement ?? undefined;
  return {
    kind: 'ok',
    value: { loanNumber, options: options.value, quote: quote.value, waiting, lastMethod, settlement },
  };
}
