import type { CallOutput } from '#api/call.ts';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { together } from '#client-area/data/together.store.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { refreshProfileState } from '#stores/profile-state.ts';

export type FlexPay = CallOutput<typeof getFlexPay>;

/** The flex pay that runs or could run, and the loan it is of. */
export const createFlexPay = () =>
  together({ flex: createLoaded(getFlexPay, {}), active: createLoaded(getActiveLoan, {}) });

export interface ActivationEnds {
  readonly onDone: () => void;
  /** It is no longer on offer: activated in another window, or paid meanwhile. */
  readonly onGone: () => void;
}

/** Activating asks for a fresh proof of its own (428), and goes on by itself when it was given. */
export function createActivation({ onDone, onGone }: ActivationEnds): FormStore<{ readonly acceptTerms: boolean }> {
  return createForm({
    endpoint: activateFlexPay,
    initial: { acceptTerms: false },
    toBody: ({ acceptTerms }) => (acceptTerms ? { acceptTerms } : {}),
    onDone: () => {
      refreshProfileState();
      onDone();
    },
    onRefused: ({ error }) => {
      if (error?.code === 'not_eligible') onGone();
      return false;
    },
  });
}
