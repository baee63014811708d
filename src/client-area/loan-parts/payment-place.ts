import type { PaymentBody } from '#api/payment.ts';
import type { ScreenName } from '#api/screens.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { openScreen, replaceScreen } from '../router.ts';

/**
 * The methods of paying one code, which many places accept. PagoEfectivo's does not name a place, so it is the one that
 * is requested.
 */
export const CODE_METHODS = [
  'PAGOEFECTIVO',
  'YAPE',
  'PLIN',
  'BCP_AGENTE',
  'VIABCP',
] as const satisfies readonly PaymentMethod[];

/** One screen each for cash at an agent, for bank and wallet, and for cards. */
const METHOD_SCREENS: Readonly<Record<PaymentMethod, ScreenName>> = {
  NIUBIZ: 'profile-components-niubiz-method',
  BCP_AGENTE: 'profile-components-bcp-agente-method',
  PAGOEFECTIVO: 'profile-components-bcp-agente-method',
  VIABCP: 'profile-components-viabcp-method',
  YAPE: 'profile-components-viabcp-method',
  PLIN: 'profile-components-viabcp-method',
  MANUAL: 'profile-components-viabcp-method',
};

type Place = Pick<PaymentBody, 'status' | 'method'>;

/** Finds the screen for a payment's current state. */
export function placeOf({ status, method }: Place): ScreenName {
  switch (status) {
    case 'CREATED':
    case 'PENDING_CUSTOMER':
    case 'IN_REVIEW':
      return METHOD_SCREENS[method];
    case 'PROCESSING':
    case 'UNKNOWN':
      return 'online-payment-completed';
    case 'SUCCEEDED':
    case 'DISPUTED':
      return 'profile-components-payment-success';
    default:
      return 'profile-components-payment-failure';
  }
}

/** Opens a payment's screen; Back returns here. */
export function openPayment(payment: Place & Pick<PaymentBody, 'id'>): void {
  openScreen({ name: placeOf(payment), query: { p: payment.id } });
}

/** Opens a payment's screen in place of this one in the history. */
export function replaceWithPayment(payment: Place & Pick<PaymentBody, 'id'>): void {
  replaceScreen({ name: placeOf(payment), query: { p: payment.id } });
}
