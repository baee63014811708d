import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'cancelled_title',
  keys: [
    'cancelled_next',
    'cancelled_questions',
    'cancelled_lead',
    'cancelled_expired_title',
    'cancelled_expired_lead',
    'cancelled_again',
    'rejected_again',
    'cancelled_calculate',
    'outcome_reference',
  ],
} as const satisfies ScreenTexts;

export type CancelledTextKey = TextKeyOf<typeof TEXTS>;
