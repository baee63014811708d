import { keysOf } from '#i18n/messages.ts';
import { ORDER_KEYS } from '../any-step/step-texts.ts';

/** The words that screen readers hear in place of the sign of a step. */
export const WAY_KEYS = ['way_done', 'way_now', 'way_later'] as const;
export type WayTextKey = (typeof WAY_KEYS)[number];

/** The account that receives, on every screen that names it. */
export const RECEIVING_KEYS = ['receiving_title', 'receiving_holder'] as const;
export type ReceivingTextKey = (typeof RECEIVING_KEYS)[number];

/** The texts of the requested loan and of the steps to an answer. */
export const WAIT_KEYS = [
  ...WAY_KEYS,
  ...keysOf('wait_'),
  'in_progress_how',
  'in_progress_how_text',
  'outcome_reference',
  ...ORDER_KEYS,
  'step_continue',
  'calc_days',
] as const;
export type WaitTextKey = (typeof WAIT_KEYS)[number];
