import type { MessageKey } from '#i18n/messages.ts';

/** The words of `Explain`; a screen that uses it adds them to the `keys` of its texts.ts. */
export const EXPLAIN_TEXT_KEYS = [
  'explain_open',
  'explain_title',
  'explain_close',
  'explain_term',
  'explain_amount',
  'explain_total',
  'explain_adds_up',
  'explain_rate',
  'explain_advance',
  'explain_share',
  'explain_parts',
  'explain_discount',
  'explain_name_principal',
  'explain_name_interest',
  'explain_name_extensionInterest',
  'explain_name_lateInterest',
  'explain_name_lateVat',
  'explain_name_moratory',
  'explain_name_techFee',
  'explain_name_adminFee',
  'explain_name_acceleratedAcceptanceFee',
  'explain_name_notaryFee',
  'explain_name_extensionFee',
  'explain_name_vat',
  'explain_name_credit',
  'explain_name_fees',
  'explain_name_extensionPrice',
  'explain_name_laterDue',
  'explain_name_minimums',
  'explain_name_paid',
  'explain_name_discount',
] as const satisfies readonly MessageKey[];

export type ExplainTextKey = (typeof EXPLAIN_TEXT_KEYS)[number];
