import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
/** Texts of a running plan and of its refusals, for several screens. */
export const PLAN_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'plan_picture',
  'plan_table',
  'plan_column_number',
  'plan_column_date',
  'plan_column_amount',
  'plan_column_left',
  'plan_column_sum',
  'plan_paid_mark',
  'plan_running',
  'plan_at_risk',
  'plan_at_risk_text',
  'plan_total',
  'plan_paid',
  'plan_next',
  'plan_pay',
  'plan_schedule_link',
  'plan_none_no_active_loan',
  'plan_none_loan_not_late',
  'plan_none_already_on_a_plan',
  'plan_none_too_many_broken_plans',
  'plan_none_nothing_to_pay',
  'plan_to_loan',
  'plan_to_extend',
] as const;
export type PlanTextKey = (typeof PLAN_KEYS)[number];
