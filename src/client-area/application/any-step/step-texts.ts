import { keysOf } from '#i18n/messages.ts';
/** Texts that several screens of the application share; each lists those it needs. */

/** The texts of the chosen loan and its cost. */
export const ORDER_KEYS = [...keysOf('order_')] as const;

/** The texts of a step's head, and of the chosen loan beside it. */
export const STEP_KEYS = ['step_back', 'step_continue', ...ORDER_KEYS, 'calc_days'] as const;
export type StepTextKey = (typeof STEP_KEYS)[number];

/** The texts about the checks and the providers asked, before an application is sent. */
export const SENDING_KEYS = [
  'iov_what',
  'iov_why',
  ...keysOf('iov_what_'),
  'iov_agree',
  'iov_automated',
  'iov_checks',
  'iov_checks_who',
  ...keysOf('iov_check_'),
] as const;
export type SendingTextKey = (typeof SENDING_KEYS)[number];

export const DRAFT_KEYS = [...keysOf('draft_')] as const;
export type DraftTextKey = (typeof DRAFT_KEYS)[number];

export const CANCEL_APPLICATION_KEYS = [
  'giving_up_title',
  'giving_up_text',
  'giving_up_reason',
  ...keysOf('giving_up_reason_'),
  'giving_up_comment',
  'giving_up_go',
  'giving_up_stay',
] as const;
export type CancelApplicationTextKey = (typeof CANCEL_APPLICATION_KEYS)[number];

/** The texts of a screen without an application to show. */
export const NONE_KEYS = ['none_title', 'none_text', 'outcome_calculate'] as const;
export type NoneTextKey = (typeof NONE_KEYS)[number];
