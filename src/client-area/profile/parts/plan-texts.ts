import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { keysOf } from '#i18n/messages.ts';
/** Texts of a running plan, for several screens. */
export const PLAN_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'plan_table',
  ...keysOf('plan_column_'),
  'plan_paid_mark',
  'plan_running',
  'plan_at_risk',
  'plan_at_risk_text',
  'plan_total',
  'plan_paid',
  'plan_next',
  'plan_pay',
  'plan_schedule_link',
] as const;
export type PlanTextKey = (typeof PLAN_KEYS)[number];

/** Texts of how a plan works, and of why one is not possible. */
export const PLAN_RULE_KEYS = [
  'plan_info_payments',
  'plan_info_dates',
  'plan_info_minimum',
  'plan_info_frozen',
  'plan_info_waived',
  'plan_info_early',
  'plan_info_missed',
  'plan_info_once',
  'plan_info_rules',
  'plan_info_after',
  'plan_not_eligible',
  ...keysOf('plan_none_'),
  'plan_to_loan',
  'ways_go',
] as const;
export type PlanRuleTextKey = (typeof PLAN_RULE_KEYS)[number];
