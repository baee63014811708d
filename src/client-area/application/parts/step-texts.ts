/** Texts that several screens of the application share; each lists those it needs. */

/** The head of a step, the order beside it, and where the draft stands. */
export const STEP_KEYS = [
  'step_of_three',
  'step_continue',
  'order_label',
  'order_amount',
  'order_total',
  'order_due',
  'order_last_due',
  'order_installments',
  'order_installments_of',
  'order_tcea',
  'calc_days',
] as const;
export type StepTextKey = (typeof STEP_KEYS)[number];

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
