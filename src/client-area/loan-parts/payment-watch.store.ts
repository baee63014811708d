import type { CallResult } from '#api/call.ts';
import { getPayment } from '#api/endpoints/payments/get-payment.ts';
import type { PaymentBody } from '#api/payment.ts';
import { $hasNetwork, $isOnline } from '#stores/online.ts';
import { refreshProfileState } from '#stores/profile-state.ts';
import { requestSeen, type Seeing } from '#stores/seen.ts';
import type { LoadedStore, Reading } from '../data/loaded.store.ts';
import { createSeenFrom } from '../data/seen.store.ts';
import { forgetPaymentKey } from './payment-key.ts';

/** Backoff: each poll without a change multiplies the interval. */
const BACKOFF_FACTOR = 1.5;
/** Maximum interval, unless the server asks for a longer one. */
const LONGEST_SEC = 60;
/** Interval after a failed request, as for a payment in progress. */
const UNKNOWN_SEC = 5;

/** Final states. */
const ENDED: readonly PaymentBody['status'][] = ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'REVERSED'];

export interface PaymentWatch extends LoadedStore<PaymentBody> {
  /** Polls with backoff until a final state. Call the result to stop. */
  readonly watch: () => () => void;
}

/**
 * Computes the interval to the next poll.
 * @param afterSec the server's interval; null in a final state
 * @param unchanged number of polls without a change
 */
export function nextLookSec(afterSec: number | null, unchanged: number): number | undefined {
  if (afterSec === null) return undefined;
  return Math.min(afterSec * BACKOFF_FACTOR ** unchanged, Math.max(afterSec, LONGEST_SEC));
}

/**
 * Creates a watch on a payment's state, by polling. Polling must not keep the session alive, and stops while the page
 * is hidden.
 */
export function createPaymentWatch(id: string): PaymentWatch {
  const loaded = createSeenFrom((reading) => look(id, reading));
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

/** Asks for the state. A temporary server error does not concern the payment, so the last state stays. */
async function look(id: string, reading: Reading & Seeing): Promise<CallResult<PaymentBody>> {
  const answer = await requestSeen(getPayment, { params: { id } }, { ...reading, quiet: true });
  return answer.kind === 'refused' && answer.status === 429 ? { ...answer, status: 503 } : answer;
}

/**
 * Settles after the payment has ended: the next request is a new one, and the client's allowed screens may have
 * changed.
 */
function settle(): void {
  forgetPaymentKey();
  refreshProfileState();
}
