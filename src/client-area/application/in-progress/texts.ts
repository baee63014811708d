import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CANCEL_APPLICATION_KEYS } from '../parts/step-texts.ts';
import { WAIT_KEYS } from '../parts/way-texts.ts';

export const TEXTS = {
  title: 'in_progress_title',
  keys: [
    ...CANCEL_APPLICATION_KEYS,
    ...WAIT_KEYS,
    'in_progress_now',
    'in_progress_by',
    'giving_up_open',
    'in_progress_lead',
    'in_progress_late',
    'in_progress_identity',
    'in_progress_income',
    'in_progress_account',
    'in_progress_nothing',
    'in_progress_again',
    'in_progress_still',
    'in_progress_missing',
  ],
  fields: ['reason', 'comment'],
} as const satisfies ScreenTexts;

export type InProgressTextKey = TextKeyOf<typeof TEXTS>;
