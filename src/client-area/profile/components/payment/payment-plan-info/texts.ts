import { PLAN_RULE_KEYS } from '#client-area/profile/parts/plan-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'plan_info_title',
  keys: [...PLAN_RULE_KEYS, 'plan_info_lead', 'plan_info_go', 'plan_info_running'],
} as const satisfies ScreenTexts;

export type PaymentPlanInfoTextKey = TextKeyOf<typeof TEXTS>;
