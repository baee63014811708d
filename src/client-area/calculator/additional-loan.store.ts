import Cookies from 'js-cookie';
import { atom, onMount } from 'nanostores';
import type { CallResult } from '#api/call.ts';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { getTopUpOffer } from '#api/endpoints/arrangements/get-top-up-offer.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { type CalculatorStore, changeAmount, createCalculator } from '#calculator/calculator.store.ts';
import { DEBOUNCE_MS } from '#calculator/reactions.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { openScreen } from '#client-area/router.ts';
import { clientType } from '#loan/client-type.ts';
import { $profile } from '#stores/profile.ts';
import { request } from '#stores/protected-call.ts';
import { keptCookie, TOP_UP_AMOUNT_COOKIE } from '#stores/selection-cookies.ts';

/** The bounds of a top-up: from one step of the single payment up to the available amount (product-spec §5). */
interface TopUpBounds {
  readonly $calculator: CalculatorStore;
}

/**
 * Creates the amount control of a top-up. It starts with the amount that was requested or chosen earlier, else with
 * half of what is available, because nobody should be led to the dearest one. 350 in steps of 50 opens on 150; of a
 * single step there is nothing below.
 */
export function createTopUpBounds(loan: LoanBody) {
  return createLoadedFrom(async (reading): Promise<CallResult<TopUpBounds>> => {
    const answer = await request(getProductSettings, { query: { sequence: '2' } }, reading);
    if (answer.kind !== 'ok') return answer;
    const { singlePayProduct } = answer.value;
    const { amountStep } = singlePayProduct;
    const available = loan.topUpOffer?.principalAvailable ?? 0;
    const most = Math.floor(available / amountStep) * amountStep;
    const half = Math.max(amountStep, Math.floor(most / 2 / amountStep) * amountStep);
    const bounds = { minAmount: amountStep, maxAmount: most, defaultAmount: half, firstLoanLimit: 0 };
    const settings = { ...answer.value, singlePayProduct: { ...singlePayProduct, ...bounds } };
    const valueDate = singlePayProduct.pricing.businessDate;
    const applicant = { loanType: 'TOP_UP', clientType: clientType($profile.get()?.paidLoanCount ?? 0) } as const;
    const start = { settings, valueDate, initialProductType: 'SINGLE_PAY', fixedType: true, applicant } as const;
    const $calculator = createCalculator(start);
    const saved = loan.topUpOffer?.principalRequested ?? Number(Cookies.get(TOP_UP_AMOUNT_COOKIE));
    if (saved) changeAmount($calculator, Math.min(most, Math.max(amountStep, saved)));
    return { kind: 'ok', value: { $calculator } };
  });
}

/** The price of the shown amount. `gone`: the loan can no longer be topped up. */
export type TopUpPrice =
  | { readonly kind: 'asking' }
  | { readonly kind: 'ready' | 'sending'; readonly offer: TopUpOfferBody }
  | { readonly kind: 'failed' | 'gone' };

/** Prices the amount on the server once it stops changing, and requests the top-up. */
export function createTopUpRequest($calculator: CalculatorStore) {
  const $price = atom<TopUpPrice>({ kind: 'asking' });
  let attempt = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent: { readonly amount: number; readonly key: string } | undefined;

  const ask = async () => {
    attempt.abort();
    attempt = new AbortController();
    const { amount } = $calculator.get().selection;
    const says = { signal: attempt.signal, saysFailure: true };
    const answer = await request(getTopUpOffer, { query: { amount: String(amount) } }, says);
    if (answer.kind === 'aborted') return;
    $price.set(answer.kind === 'ok' ? { kind: 'ready', offer: answer.value } : failure(answer));
  };

  const apply = async () => {
    const price = $price.get();
    if (price.kind !== 'ready') return;
    const amount = price.offer.principalRequested;
    // The same amount keeps its idempotency key, because a retry after a lost response must not request twice.
    if (sent?.amount !== amount) sent = { amount, key: crypto.randomUUID() };
    $price.set({ ...price, kind: 'sending' });
    const says = { idempotencyKey: sent.key, saysFailure: true };
    const answer = await request(requestTopUp, { body: { principal: amount } }, says);
    if (answer.kind === 'ok') return openScreen(answer.value.nextScreen);
    $price.set(answer.kind === 'aborted' ? price : failure(answer));
  };

  onMount($price, () => {
    const stop = $calculator.listen((state, before) => {
      if (state.selection === before?.selection) return;
      const { amount } = state.selection;
      Cookies.set(TOP_UP_AMOUNT_COOKIE, String(amount), keptCookie());
      $price.set({ kind: 'asking' });
      // Aborts the pricing of the previous amount, because its response must not show beside this one.
      attempt.abort();
      clearTimeout(timer);
      timer = setTimeout(ask, DEBOUNCE_MS);
    });
    ask();
    return () => {
      stop();
      clearTimeout(timer);
      attempt.abort();
    };
  });
  return { $price, ask, apply };
}

function failure(answer: { readonly kind: string; readonly status?: number }): TopUpPrice {
  return { kind: answer.status === 409 ? 'gone' : 'failed' };
}
