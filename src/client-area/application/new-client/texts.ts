import type { MessageKey } from '#i18n/messages.ts';

/** Every text of the screen; a page hands them over with `pickTexts`. */
export const NEW_CLIENT_TEXT_KEYS = [
  'new_client_title',
  'new_client_title_default',
  'new_client_default',
  'new_client_you_ask',
  'new_client_term',
  'new_client_single_term',
  'new_client_installment_term',
  'new_client_installment_term_uneven',
  'new_client_you_pay_back',
  'new_client_due',
  'new_client_first_due',
  'new_client_last_due',
  'new_client_change',
  'new_client_not_binding',
  'new_client_next',
  'new_client_ask_identity',
  'new_client_ask_income',
  'new_client_ask_account',
  'new_client_ask_signature',
  'new_client_soon',
  'new_client_soon_text',
  'new_client_whatsapp',
  'calc_tcea',
  'calc_tcea_excl_vat',
  'calc_failed',
  'calc_prices_changed',
  'calc_dates_moved',
] as const satisfies readonly MessageKey[];

export type NewClientTextKey = (typeof NEW_CLIENT_TEXT_KEYS)[number];
