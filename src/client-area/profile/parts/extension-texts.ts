import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
/** Texts of an extension's price and of its refusals, for both screens about extensions. */
export const EXTENSION_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'extend_option',
  'extend_option_note',
  'extend_none',
  'extend_none_no_active_loan',
  'extend_none_not_a_single_payment',
  'extend_none_loan_not_active',
  'extend_none_on_a_plan',
  'extend_none_parameter_missing',
  'extend_none_too_late',
  'extend_none_top_up_in_progress',
  'extend_none_too_many_extensions',
  'extend_none_too_long',
  'extend_to_loan',
  'extend_to_plan',
  'extend_info_interest',
  'extend_info_principal',
  'extend_info_limit',
  'extend_info_level',
  'extend_info_rules',
] as const;
export type ExtensionTextKey = (typeof EXTENSION_KEYS)[number];
