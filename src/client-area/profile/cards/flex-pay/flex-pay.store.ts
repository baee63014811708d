import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { type FlexPayBody, getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { combine } from '#client-area/data/combined.store.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { currentOf } from '#client-area/form/agreed.tsx';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { refreshProfileState } from '#stores/profile-state.ts';

/** The loan, and its running or possible flex pay. */
export const createFlexPay = () =>
  combine({ flex: createLoaded(getFlexPay, {}), active: createLoaded(getActiveLoan, {}) });

export interface ActivationEnds {
  readonly onDone: () => void;
  /** Called when the terms have changed meanwhile, and are shown. */
  readonly onChanged: () => void;
  /** Called when flex pay is no longer offered: it was activated in another window, or the loan was paid. */
  readonly onGone: () => void;
}

/** Creates the activation. Activating what is shown requires a fresh proof (428) and continues after it. */
export function createActivation(
  shown: LoadedStore<FlexPayBody>,
  { onDone, onChanged, onGone }: ActivationEnds,
): FormStore<{ readonly acceptTerms: boolean }> {
  return createForm({
    endpoint: activateFlexPay,
    initial: { acceptTerms: false },
    toBody: ({ acceptTerms }) => {
      const state = shown.$state.get();
      const offerId = state.kind === 'ready' ? state.value.offerId : null;
      return { ...(acceptTerms ? { acceptTerms } : {}), ...(offerId ? { offerId } : {}) };
    },
    onDone: () => {
      refreshProfileState();
      onDone();
    },
    onRefused: ({ error }) => {
      if (error?.code === 'not_eligible') onGone();
      const newer = currentOf(getFlexPay.response, error);
      if (!newer) return false;
      shown.take(newer);
      onChanged();
      return true;
    },
  });
}
