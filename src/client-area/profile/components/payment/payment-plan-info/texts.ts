import { PLAN_KEYS } from '#client-area/profile/parts/plan-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'plan_info_title',
  keys: [
    ...PLAN_KEYS,
    'plan_info_lead',
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
    'plan_info_go',
    'plan_info_running',
    'plan_not_eligible',
  ],
} as const satisfies ScreenTexts;

export type PaymentPlanInfoTextKey = TextKeyOf<typeof TEXTS>;
