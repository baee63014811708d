import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { PLACE_KEYS } from '#client-area/loan-parts/place-texts.ts';
import type { MessageKey } from '#i18n/messages.ts';

/** The texts of `WhatIf`; a screen that shows it adds them to the `keys` of its texts.ts. */
export const WHAT_IF_TEXT_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  ...PLACE_KEYS,
  'profile_other',
  'what_if_today',
  'what_if_on-time',
  'what_if_late',
  'what_if_extend',
  'what_if_prepay',
  'what_if_way',
  'what_if_now',
  'what_if_until',
  'what_if_total',
  'what_if_difference',
  'what_if_same',
  'what_if_less',
  'what_if_more',
  'what_if_base',
  'what_if_change',
  'what_if_later',
  'what_if_late_days',
  'what_if_later_days',
  'what_if_compared',
  'what_if_not_compared',
  'what_if_prepay_amount',
  'what_if_prepay_bounds',
  'what_if_ask',
  'what_if_best',
  'what_if_late_note',
  'what_if_nothing',
  'what_if_nothing_text',
  'profile_calculate',
  'what_if_stopped',
  'what_if_pay',
  'what_if_extend_go',
  'what_if_loading',
  'calc_amount_unreadable',
] as const satisfies readonly MessageKey[];

export type WhatIfTextKey = (typeof WHAT_IF_TEXT_KEYS)[number];
