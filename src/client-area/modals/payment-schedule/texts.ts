import { KEEP_DATES_KEYS } from '#client-area/loan-parts/keep-dates-texts.ts';
import { PAYMENTS_MADE_KEYS } from '#client-area/loan-parts/payments-made-texts.ts';
import { SCHEDULE_KEYS } from '#client-area/loan-parts/schedule-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'schedule_title',
  keys: [
    ...SCHEDULE_KEYS,
    ...PAYMENTS_MADE_KEYS,
    ...KEEP_DATES_KEYS,
    'pay_my_loans',
    'schedule_lead',
    'schedule_lead_seen',
    'schedule_none',
    'schedule_none_text',
    'schedule_voided',
    'schedule_voided_text',
    'schedule_paper',
  ],
} as const satisfies ScreenTexts;

export type PaymentScheduleTextKey = TextKeyOf<typeof TEXTS>;
