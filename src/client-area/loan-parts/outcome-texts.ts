import { keysOf, type MessageKey } from '#i18n/messages.ts';
import { ALLOCATION_KEYS } from './allocation-texts.ts';
import { METHOD_KEYS } from './method-texts.ts';
import { PAYMENT_PAGE_KEYS } from './payment-page-texts.ts';

/** Texts of a successful payment. */
export const PAID_KEYS = [
  ...ALLOCATION_KEYS,
  ...METHOD_KEYS,
  ...PAYMENT_PAGE_KEYS,
  ...keysOf('paid_'),
  'top_up_coming',
] as const satisfies readonly MessageKey[];
export type PaidTextKey = (typeof PAID_KEYS)[number];

/** Texts of a failed payment. */
export const FAILED_KEYS = [...PAYMENT_PAGE_KEYS, ...keysOf('failed_')] as const satisfies readonly MessageKey[];
export type FailedTextKey = (typeof FAILED_KEYS)[number];
