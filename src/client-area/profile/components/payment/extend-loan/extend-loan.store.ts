import type { CallOutput } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import { getPaymentOptions, type PaymentOptionsBody } from '#api/endpoints/payments/get-payment-options.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import type { PaymentBody } from '#api/payment.ts';
import { createLoadedFrom, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { termsOnWire } from '#client-area/explain/loan-terms.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { openPayment } from '#client-area/loan-parts/payment-place.ts';
import type { Term } from '#loan/explanation.ts';
import { request } from '#stores/protected-call.ts';

export type Options = CallOutput<typeof getExtensionOptions>;
export type Quote = CallOutput<typeof makeExtensionQuote>;

/** The screen's data: the terms with their prices, and the payment methods. */
export interface ExtensionStart {
  readonly options: Options;
  readonly methods: PaymentOptionsBody['methods'];
  /** The terms of today's payoff. */
  readonly payNow: readonly Term[];
  /** The payment of an extension that waits for its money, if any. */
  readonly waiting?: PaymentBody | 'unknown' | undefined;
}

const MAY_COME: readonly PaymentBody['status'][] = [
  'CREATED',
  'PENDING_CUSTOMER',
  'PROCESSING',
  'UNKNOWN',
  'IN_REVIEW',
];

const isAwaited = ({ purpose, status }: PaymentBody) => purpose === 'EXTENSION' && MAY_COME.includes(status);

export const createExtensionStart = (): LoadedStore<ExtensionStart> =>
  createLoadedFrom<ExtensionStart>(async (reading) => {
    const options = await request(getExtensionOptions, {}, reading);
    if (options.kind !== 'ok') return options;
    if (!options.value.eligible) return { kind: 'ok', value: { options: options.value, methods: [], payNow: [] } };
    const active = await request(getActiveLoan, {}, reading);
    if (active.kind !== 'ok') return active;
    const number = active.value.loan?.number;
    if (!number) return { kind: 'ok', value: { options: options.value, methods: [], payNow: [] } };
    const params = { number };
    const [paying, quote, payments] = await Promise.all([
      request(getPaymentOptions, { params }, reading),
      request(getPayoffQuote, { params, query: {} }, { ...reading, quiet: true }),
      request(listPayments, { query: { loan: number } }, { ...reading, quiet: true }),
    ]);
    if (paying.kind !== 'ok') return paying;
    const payNow = quote.kind === 'ok' ? termsOnWire(quote.value.terms) : [];
    const waiting = payments.kind === 'ok' ? payments.value.payments.find(isAwaited) : 'unknown';
    return { kind: 'ok', value: { options: options.value, methods: paying.value.methods, payNow, waiting } };
  });

export type ExtensionValues = Readonly<Record<'term' | 'method', string>> & {
  readonly acceptTerms: boolean;
};

export interface ExtensionFormStore {
  readonly form: FormStore<ExtensionValues>;
  /** The quote for the chosen term, fixed until the end of the day. */
  readonly quote: LoadedStore<Quote>;
}

/** Chooses the first term: the one of which a part is paid, or the shortest. */
export function firstTerm({ options, latest }: Options): number {
  const isPart = latest?.status === 'PAYMENT_PENDING' && latest.missing !== null;
  return (options.find(({ term }) => isPart && term === latest.term) ?? options[0])?.term ?? 0;
}

export interface ExtensionEnds {
  /** Called when the day of the price is over, and with it every shown price. */
  readonly onExpired: () => void;
  /** Called when an extension is no longer possible: the loan was paid, or is too late by now. */
  readonly onGone: () => void;
}

/**
 * Creates the form for choosing a term, its quote, and starting its payment. The due date moves when the money arrives.
 */
export function createExtension(first: number, { onExpired, onGone }: ExtensionEnds): ExtensionFormStore {
  const quote = createLoadedFrom<Quote>((reading) => {
    const term = Number(form.$state.get().values.term);
    return request(makeExtensionQuote, { body: { term } }, reading);
  });
  const form: FormStore<ExtensionValues> = createForm({
    endpoint: requestExtension,
    initial: { term: String(first), method: '', acceptTerms: false } as ExtensionValues,
    toBody: ({ method }: ExtensionValues) => {
      const state = quote.$state.get();
      return { ...(state.kind === 'ready' && { quoteId: state.value.quoteId }), ...(method && { method }) };
    },
    check: ({ acceptTerms, method }) => [
      ...(method ? [] : [{ field: 'method', code: 'required' as const }]),
      ...(acceptTerms ? [] : [{ field: 'acceptTerms', code: 'required' as const }]),
    ],
    onDone: openPayment,
    onRefused: ({ status, error }) => {
      // Shown as the form's failure; the outdated data are loaded again.
      if (status === 410) {
        quote.load();
        onExpired();
      }
      if (error?.code === 'not_eligible') onGone();
      return false;
    },
  });
  const change: ExtensionFormStore['form']['change'] = (field, value) => {
    form.change(field, value);
    if (field !== 'term') return;
    form.change('acceptTerms', false);
    quote.load();
  };
  // Only a price that is shown can be agreed to.
  const submit = async () => {
    const shown = quote.$state.get();
    const isShown = shown.kind === 'ready' && !shown.isStale && isQuoteOf(form.$state.get().values, shown.value);
    if (isShown) await form.submit();
  };
  return { form: { ...form, change, submit }, quote };
}

/** Tells whether the shown quote is for the chosen term. */
export function isQuoteOf({ term }: ExtensionValues, quote: Quote): boolean {
  return quote.term === Number(term);
}
