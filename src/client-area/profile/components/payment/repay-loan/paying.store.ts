import { atom, type ReadableAtom } from 'nanostores';
import { type MakePaymentRequest, makePayment } from '#api/endpoints/payments/make-payment.ts';
import type { PaymentBody } from '#api/payment.ts';
import { isUnproven } from '#client-area/data/unproven.ts';
import type { Refusal } from '#client-area/form/form.store.ts';
import { forgetPaymentKey, paymentKeyOf } from '#client-area/loan-parts/payment-key.ts';
import { openPayment } from '#client-area/loan-parts/payment-place.ts';
import { request } from '#stores/protected-call.ts';

/** The reasons why no payment was started; each has a text. */
type PayingProblem =
  | 'amount_changed'
  | 'payment_in_progress'
  | 'contact_data_missing'
  | 'method_unavailable'
  | 'method_amount'
  | 'too_many'
  | 'offline'
  | 'failed';

export interface Paying {
  readonly isBusy: boolean;
  readonly problem?: PayingProblem | undefined;
}

export interface PayingStore {
  readonly $paying: ReadableAtom<Paying>;
  readonly pay: (paymentRequest: MakePaymentRequest) => Promise<void>;
  /** Resets the state when the page is restored from the back/forward cache. */
  readonly reset: () => void;
}

/** Refusals that mean the shown figures are outdated. */
const OUT_OF_DATE = ['amount_changed', 'loan_closed', 'purpose_not_available', 'quote_expired', 'payment_in_progress'];
/** If the key belongs to a payment in one of these states, pressing again means a new payment. */
const OVER: readonly PaymentBody['status'][] = ['FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'REVERSED'];

/** Starts payments: one per request, however often the button is pressed, here or in another tab. */
export function createPaying(onOutOfDate: () => void): PayingStore {
  const $paying = atom<Paying>({ isBusy: false });

  const pay = async (paymentRequest: MakePaymentRequest) => {
    if ($paying.get().isBusy) return;
    $paying.set({ isBusy: true });
    const answer = await start(paymentRequest);
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'ok') {
      $paying.set({ isBusy: false });
      return openPayment(answer.value);
    }
    if (isUnproven(answer)) return $paying.set({ isBusy: false });
    const problem = answer.kind === 'unreachable' ? 'offline' : problemOf(answer);
    $paying.set({ isBusy: false, problem });
    if (answer.kind === 'refused' && OUT_OF_DATE.includes(answer.error?.code ?? '')) onOutOfDate();
  };
  return { $paying, pay, reset: () => $paying.set({ isBusy: false }) };
}

async function start(paymentRequest: MakePaymentRequest) {
  const send = () =>
    request(makePayment, { body: paymentRequest }, { idempotencyKey: paymentKeyOf(paymentRequest), saysFailure: true });
  const first = await send();
  const isUsedUp =
    (first.kind === 'ok' && OVER.includes(first.value.status)) || (first.kind === 'refused' && first.status === 422);
  if (!isUsedUp) return first;
  forgetPaymentKey();
  return send();
}

function problemOf({ status, error }: Refusal): PayingProblem {
  switch (error?.code) {
    case 'amount_changed':
    case 'loan_closed':
    case 'purpose_not_available':
    case 'quote_expired':
      return 'amount_changed';
    case 'payment_in_progress':
    case 'contact_data_missing':
    case 'method_unavailable':
      return error.code;
  }
  if (status === 429) return 'too_many';
  const isMethod = error?.fieldErrors?.some(({ field }) => field === 'method') ?? false;
  return status === 400 && isMethod ? 'method_amount' : 'failed';
}
