import type { MessageKey } from '#i18n/messages.ts';

/** Every form that asks for a bank account. */
export const ACCOUNT_KEYS = [
  'financial_cci',
  'financial_cci_help',
  'financial_cci_doubt',
  'financial_cci_doubt_text',
  'financial_account_type',
] as const satisfies readonly MessageKey[];
export type AccountTextKey = (typeof ACCOUNT_KEYS)[number];
