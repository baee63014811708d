import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CANCEL_APPLICATION_KEYS } from '../parts/step-texts.ts';

export const TEXTS = {
  title: 'in_progress_title',
  keys: [
    ...CANCEL_APPLICATION_KEYS,
    'giving_up_open',
    'in_progress_lead',
    'in_progress_late',
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
  fields: ['reason', 'comment'],
} as const satisfies ScreenTexts;

export type InProgressTextKey = TextKeyOf<typeof TEXTS>;
