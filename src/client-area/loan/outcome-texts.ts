import type { MessageKey } from '#i18n/messages.ts';
import { ALLOCATION_KEYS } from './allocation-texts.ts';
import { METHOD_KEYS } from './method-texts.ts';
import { PAYMENT_PAGE_KEYS } from './payment-page-texts.ts';

/** Texts of a successful payment. */
export const PAID_KEYS = [
  ...ALLOCATION_KEYS,
  ...METHOD_KEYS,
  ...PAYMENT_PAGE_KEYS,
  'paid_title',
  'paid_title_closed',
  'paid_title_disputed',
  'paid_lead',
  'paid_lead_closed',
  'paid_lead_unapplied',
  'paid_lead_disputed',
  'paid_less',
  'paid_more',
  'paid_received',
  'paid_on',
  'paid_by',
  'paid_card',
  'paid_loan',
  'paid_number',
  'paid_goes',
  'paid_documents',
  'paid_extended',
  'paid_extension_short',
  'paid_extension_part',
  'paid_extension_over',
] as const satisfies readonly MessageKey[];
export type PaidTextKey = (typeof PAID_KEYS)[number];

/** Texts of a failed payment. */
export const FAILED_KEYS = [
  ...PAYMENT_PAGE_KEYS,
  'failed_title_FAILED',
  'failed_title_EXPIRED',
  'failed_title_CANCELLED',
  'failed_title_REFUND_PENDING',
  'failed_title_REFUNDED',
  'failed_title_REVERSED',
  'failed_text_EXPIRED',
  'failed_text_CANCELLED',
  'failed_text_REFUND_PENDING',
  'failed_text_REFUNDED',
  'failed_text_REVERSED',
  'failed_text_unknown',
  'failed_text_insufficient-funds',
  'failed_text_expired-card',
  'failed_text_invalid-card',
  'failed_text_wrong-security-code',
  'failed_text_wrong-pin',
  'failed_text_not-permitted',
  'failed_text_amount-not-permitted',
  'failed_text_contact-bank',
  'failed_text_try-later',
  'failed_text_our-side',
  'failed_text_refused',
  'failed_text_no-such-credit',
  'failed_text_loan-closed',
  'failed_text_amount-changed',
  'failed_text_payment-in-progress',
  'failed_not_charged',
  'failed_late_money',
  'failed_amount',
  'failed_loan',
  'failed_again',
] as const satisfies readonly MessageKey[];
export type FailedTextKey = (typeof FAILED_KEYS)[number];
