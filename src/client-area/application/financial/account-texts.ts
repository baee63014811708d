import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** The texts of every form that asks for a bank account. */
export const ACCOUNT_KEYS = [
  'financial_cci',
  ...keysOf('financial_cci_'),
  'financial_account_type',
] as const satisfies readonly MessageKey[];
export type AccountTextKey = (typeof ACCOUNT_KEYS)[number];
