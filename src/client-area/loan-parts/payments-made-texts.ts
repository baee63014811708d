import type { MessageKey } from '#i18n/messages.ts';
import { EXPLAIN_TEXT_KEYS } from '../explain/explain-texts.ts';

/** The words of `PaymentsMade`. */
export const PAYMENTS_MADE_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'payments_made',
  'payments_made_on',
] as const satisfies readonly MessageKey[];

export type PaymentsMadeTextKey = (typeof PAYMENTS_MADE_KEYS)[number];
