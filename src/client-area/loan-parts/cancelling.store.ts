import { atom, type ReadableAtom } from 'nanostores';
import { cancelPayment } from '#api/endpoints/payments/cancel-payment.ts';
import type { PaymentBody } from '#api/payment.ts';
import { request } from '#stores/protected-call.ts';
import type { LoadedStore } from '../data/loaded.store.ts';
import { isUnproven } from '../data/unproven.ts';

interface Cancelling {
  readonly $state: ReadableAtom<'idle' | 'busy' | 'failed'>;
  readonly cancel: (id: string) => Promise<void>;
}

/** Cancels a waiting payment. If it has changed meanwhile, its current state is shown. */
export function createCancelling(payment: Pick<LoadedStore<PaymentBody>, 'load' | 'take'>): Cancelling {
  const $state = atom<'idle' | 'busy' | 'failed'>('idle');
  const cancel = async (id: string) => {
    if ($state.get() === 'busy') return;
    $state.set('busy');
    const answer = await request(cancelPayment, { params: { id } }, { saysFailure: true });
    if (answer.kind === 'aborted') return;
    $state.set(answer.kind === 'ok' || isUnproven(answer) ? 'idle' : 'failed');
    if (answer.kind === 'ok') payment.take(answer.value);
    else payment.load();
  };
  return { $state, cancel };
}
