import type { MessageKey } from '#i18n/messages.ts';

/** The texts of every screen about a payment. */
export const PAYMENT_PAGE_KEYS = ['pay_none', 'pay_none_text', 'pay_my_loans'] as const satisfies readonly MessageKey[];

export type PaymentPageTextKey = (typeof PAYMENT_PAGE_KEYS)[number];
