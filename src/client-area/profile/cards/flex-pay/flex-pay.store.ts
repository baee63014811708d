import type { CallOutput } from '#api/call.ts';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { combine } from '#client-area/data/combined.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { refreshProfileState } from '#stores/profile-state.ts';

export type FlexPay = CallOutput<typeof getFlexPay>;

/** The loan, and its running or possible flex pay. */
export const createFlexPay = () =>
  combine({ flex: createLoaded(getFlexPay, {}), active: createLoaded(getActiveLoan, {}) });

export interface ActivationEnds {
  readonly onDone: () => void;
  /** Flex pay is no longer offered: it was activated in another window, or the loan was paid. */
  readonly onGone: () => void;
}

/** Activating requires a fresh proof (428) and continues after it. */
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
