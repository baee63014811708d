import { keysOf, type MessageKey } from '#i18n/messages.ts';

/**
 * The words of `Explain` (a fee has one name everywhere, the calculator's); a screen that uses it adds them to the
 * `keys` of its texts.ts.
 */
export const EXPLAIN_TEXT_KEYS = [
  ...keysOf('explain_'),
  'calc_results_techFee',
  'calc_results_adminFee',
  'calc_results_acceleratedAcceptanceFee',
  'calc_results_notaryFee',
  'calc_results_extensionFee',
] as const satisfies readonly MessageKey[];

export type ExplainTextKey = (typeof EXPLAIN_TEXT_KEYS)[number];
