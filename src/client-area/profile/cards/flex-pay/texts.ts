import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { AGREEMENT_PAPER_KEYS } from '#client-area/profile/parts/paper-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'flex_title',
  keys: [
    ...AGREEMENT_PAPER_KEYS,
    ...EXPLAIN_TEXT_KEYS,
    'flex_lead',
    'flex_balance',
    'flex_any',
    'flex_monthly',
    'flex_frozen',
    'flex_final',
    'flex_missed',
    'flex_first',
    'flex_until',
    'flex_minimum',
    'flex_month',
    'flex_accept',
    'flex_activate',
    'flex_activate_note',
    'flex_done',
    'flex_done_text',
    'flex_running',
    'flex_left',
    'flex_paid',
    'flex_next',
    'flex_pay',
    'flex_pay_any',
    'flex_at_risk',
    'flex_at_risk_text',
    'flex_settlement',
    'flex_settlement_text',
    'flex_settle',
    'flex_none',
    'flex_none_no_active_loan',
    'flex_none_loan_not_active',
    'flex_none_not_late_enough',
    'flex_none_already_on_flex',
    'flex_to_plan',
    'flex_stale',
    'plan_to_loan',
  ],
  fields: ['acceptTerms'],
} as const satisfies ScreenTexts;

export type FlexPayTextKey = TextKeyOf<typeof TEXTS>;
