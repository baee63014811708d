import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'waiting_title',
  keys: [
    'waiting_lead',
    'waiting_close',
    'waiting_long',
    'waiting_long_text',
    'waiting_again',
    'waiting_still',
    'waiting_offline',
    'outcome_reference',
  ],
} as const satisfies ScreenTexts;

export type WaitingTextKey = TextKeyOf<typeof TEXTS>;
