import type { MessageKey } from '#i18n/messages.ts';

/** What every screen about a payment says. */
export const PAYMENT_PAGE_KEYS = ['pay_none', 'pay_none_text', 'pay_my_loans'] as const satisfies readonly MessageKey[];

export type PaymentPageTextKey = (typeof PAYMENT_PAGE_KEYS)[number];
