import { atom, type ReadableAtom } from 'nanostores';
import type { PaymentBody } from '#api/payment.ts';
import { environment } from '#stores/environment.ts';

/** The data with which the page opens the provider's form. */
export type CardFormAction = Extract<PaymentBody['action'], { type: 'CARD_FORM' }>;

/** The API of the provider's script, from its documentation and public integrations. */
interface Checkout {
  configure(settings: Readonly<Record<string, string | number>>): void;
  open(): void;
}

declare global {
  interface Window {
    VisanetCheckout?: Checkout;
  }
}

interface CardFormStore {
  readonly $state: ReadableAtom<'idle' | 'opening' | 'failed'>;
  readonly open: (action: CardFormAction) => Promise<void>;
  /** Resets the state when the page is restored from the back/forward cache. */
  readonly reset: () => void;
}

/** Creates the store that opens the provider's form over this page, so that card data never reach us. */
export function createCardForm(): CardFormStore {
  const $state = atom<'idle' | 'opening' | 'failed'>('idle');
  const open: CardFormStore['open'] = async (action) => {
    if ($state.get() === 'opening') return;
    $state.set('opening');
    try {
      const checkout = await loadCheckout(action.scriptUrl);
      checkout.configure(settingsOf(action));
      checkout.open();
      $state.set('idle');
    } catch (error) {
      environment().log('the card form did not open', error);
      $state.set('failed');
    }
  };
  return { $state, open, reset: () => $state.set('idle') };
}

/** Builds the settings; the names are the provider's. */
function settingsOf(action: CardFormAction): Readonly<Record<string, string | number>> {
  return {
    sessiontoken: action.sessionKey,
    channel: action.channel,
    merchantid: action.merchantId,
    purchasenumber: action.purchaseNumber,
    amount: action.amount,
    expirationminutes: action.expirationMinutes,
    timeouturl: action.timeoutUrl,
    action: action.actionUrl,
  };
}

/** Loads the script once; a failed load can be retried. */
function loadCheckout(scriptUrl: string): Promise<Checkout> {
  if (window.VisanetCheckout) return Promise.resolve(window.VisanetCheckout);
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: scriptUrl, async: true });
    script.onload = () => {
      if (window.VisanetCheckout) resolve(window.VisanetCheckout);
      else reject(new Error(`${scriptUrl} has no VisanetCheckout`));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${scriptUrl} did not load`));
    };
    document.head.append(script);
  });
}
