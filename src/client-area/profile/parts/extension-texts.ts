import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { keysOf } from '#i18n/messages.ts';
/** Texts of an extension's price and of its refusals, for both screens about extensions. */
export const EXTENSION_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'extend_option',
  'extend_option_note',
  'extend_none',
  ...keysOf('extend_none_'),
  'extend_to_loan',
  'ways_go',
  'extend_info_interest',
  'extend_info_principal',
  'extend_info_limit',
  'extend_info_level',
  'extend_info_rules',
] as const;
export type ExtensionTextKey = (typeof EXTENSION_KEYS)[number];
