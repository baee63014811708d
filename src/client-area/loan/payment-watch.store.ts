import type { CallResult } from '#api/call.ts';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import type { PaymentBody } from '#api/payment.ts';
import { $hasNetwork, $isOnline } from '#stores/online.ts';
import { refreshProfileState } from '#stores/profile-state.ts';
import { request } from '#stores/protected-call.ts';
import { createLoadedFrom, type LoadedStore } from '../data/loaded.store.ts';
import { forgetPaymentKey } from './payment-key.ts';

/** Each look that finds nothing new makes the next one wait longer by this factor. */
const PATIENCE = 1.5;
/** Nobody in front of a screen waits longer for the next look, unless the server says that nothing happens sooner. */
const LONGEST_SEC = 60;
/** Without an answer nobody knows how long; then as for a payment in progress. */
const UNKNOWN_SEC = 5;

/** Nothing more will come of a payment by itself. */
const ENDED: readonly PaymentBody['status'][] = ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'REVERSED'];

export interface PaymentWatch extends LoadedStore<PaymentBody> {
  /** Looks again, less and less often, until nothing more will happen; the answer stops. */
  readonly watch: () => () => void;
}

/**
 * How many seconds until the next look.
 * @param afterSec what the server says; null when nothing more will happen by itself
 * @param unchanged how many looks have found nothing new
 */
export function nextLookSec(afterSec: number | null, unchanged: number): number | undefined {
  if (afterSec === null) return undefined;
  return Math.min(afterSec * PATIENCE ** unchanged, Math.max(afterSec, LONGEST_SEC));
}

/**
 * A payment as the server knows it. Looking keeps no session alive, asks nothing of a page nobody sees, and never
 * pretends to know how far something is.
 */
export function createPaymentWatch(id: string): PaymentWatch {
  const loaded = createLoadedFrom((signal) => look(id, signal));
  const { $state } = loaded;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unchanged = 0;
  let last = '';

  const schedule = () => {
    clearTimeout(timer);
    const state = $state.get();
    const seconds = nextLookSec(state.kind === 'ready' ? state.value.pollAfterSec : UNKNOWN_SEC, unchanged);
    if (seconds === undefined || state.kind === 'refused') return;
    timer = setTimeout(() => {
      if (document.hidden || !$hasNetwork.get()) schedule();
      else loaded.load();
    }, seconds * 1000);
  };

  const watch = () => {
    const stopListening = $state.subscribe((state) => {
      if (state.kind === 'ready') {
        const now = `${state.value.status} ${state.value.received}`;
        unchanged = now === last ? unchanged + 1 : 0;
        if (now !== last && ENDED.includes(state.value.status)) settle();
        last = now;
      }
      schedule();
    });
    const onBack = () => {
      if (!document.hidden && $state.get().kind !== 'loading') loaded.load();
    };
    document.addEventListener('visibilitychange', onBack);
    const stopNetwork = $isOnline.listen((isOnline) => isOnline && onBack());
    return () => {
      clearTimeout(timer);
      stopListening();
      stopNetwork();
      document.removeEventListener('visibilitychange', onBack);
    };
  };
  return { ...loaded, watch };
}

/** A server that is busy for a moment says nothing about the payment: what was last known stays. */
async function look(id: string, signal: AbortSignal): Promise<CallResult<PaymentBody>> {
  const answer = await request(getPayment, { params: { id } }, { signal, quiet: true });
  return answer.kind === 'refused' && answer.status === 429 ? { ...answer, status: 503 } : answer;
}

/** It is over: the next wish is another payment, and what the client may open may have changed with the loan. */
function settle(): void {
  forgetPaymentKey();
  refreshProfileState();
}
