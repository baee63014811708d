import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { COMPLETED_KEYS } from '../parts/completed-texts.ts';

export const TEXTS = {
  title: 'completed_returning_title_plain',
  keys: [...COMPLETED_KEYS, 'completed_returning_title', 'completed_returning_level'],
} as const satisfies ScreenTexts;

export type CompletedReturningTextKey = TextKeyOf<typeof TEXTS>;
