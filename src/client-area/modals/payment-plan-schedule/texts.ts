import { ARRANGEMENT_DOCUMENT_KEYS } from '#client-area/profile/parts/document-texts.ts';
import { PLAN_KEYS } from '#client-area/profile/parts/plan-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'plan_schedule_title',
  keys: [
    ...ARRANGEMENT_DOCUMENT_KEYS,
    ...PLAN_KEYS,
    ...keysOf('plan_schedule_'),
    'plan_not_eligible',
    'plan_info_lead',
    'plan_how',
  ],
} as const satisfies ScreenTexts;

export type PaymentPlanScheduleTextKey = TextKeyOf<typeof TEXTS>;
