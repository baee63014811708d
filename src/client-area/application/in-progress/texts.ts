import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'in_progress_title',
  keys: [
    'in_progress_lead_undated',
    'in_progress_what',
    'in_progress_identity',
    'in_progress_income',
    'in_progress_account',
    'in_progress_how',
    'in_progress_how_text',
    'in_progress_nothing',
    'in_progress_again',
    'in_progress_still',
    'in_progress_missing',
    'outcome_reference',
  ],
} as const satisfies ScreenTexts;

export type InProgressTextKey = TextKeyOf<typeof TEXTS>;
