/** Texts that several screens of the application share; each lists those it needs. */

/** The one count of all steps. */
export const JOURNEY_KEYS = [
  'step_account',
  'step_personal',
  'step_financial',
  'step_iov',
  'step_offer',
  'step_sign',
] as const;

export type JourneyTextKey = (typeof JOURNEY_KEYS)[number];

/** What was chosen, and what it costs. */
export const ORDER_KEYS = [
  'order_label',
  'order_amount',
  'order_total',
  'order_due',
  'order_last_due',
  'order_installments',
  'order_installments_of',
  'order_tcea',
] as const;

/** The head of a step, and the order beside it. */
export const STEP_KEYS = [...JOURNEY_KEYS, 'step_back', 'step_continue', ...ORDER_KEYS, 'calc_days'] as const;
export type StepTextKey = (typeof STEP_KEYS)[number];

/** What is looked at and who is asked, before an application is sent. */
export const SENDING_KEYS = [
  'iov_why',
  'iov_what',
  'iov_what_device',
  'iov_what_network',
  'iov_what_not',
  'iov_blocker',
  'iov_agree',
  'iov_checks',
  'iov_checks_who',
  'iov_check_identity',
  'iov_check_account',
  'iov_check_bureau',
  'iov_check_no_bureau',
  'iov_check_nobody',
] as const;
export type SendingTextKey = (typeof SENDING_KEYS)[number];

export const DRAFT_KEYS = [
  'draft_note',
  'draft_saving',
  'draft_saved',
  'draft_failed',
  'draft_conflict',
  'draft_conflict_text',
  'draft_conflict_take',
  'draft_conflict_keep',
] as const;
export type DraftTextKey = (typeof DRAFT_KEYS)[number];

export const CANCEL_APPLICATION_KEYS = [
  'giving_up_title',
  'giving_up_text',
  'giving_up_reason',
  'giving_up_reason_TOO_EXPENSIVE',
  'giving_up_reason_AMOUNT_TOO_LOW',
  'giving_up_reason_TERM_DOES_NOT_FIT',
  'giving_up_reason_NO_LONGER_NEEDED',
  'giving_up_reason_FOUND_ANOTHER_LOAN',
  'giving_up_reason_TOO_MANY_QUESTIONS',
  'giving_up_reason_OTHER',
  'giving_up_comment',
  'giving_up_go',
  'giving_up_stay',
] as const;
export type CancelApplicationTextKey = (typeof CANCEL_APPLICATION_KEYS)[number];

/** There is no application to show. */
export const NONE_KEYS = ['none_title', 'none_text', 'outcome_calculate'] as const;
export type NoneTextKey = (typeof NONE_KEYS)[number];
