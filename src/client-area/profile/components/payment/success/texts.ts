import { PAID_KEYS } from '#client-area/loan-parts/outcome-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'completed_page',
  keys: PAID_KEYS,
} as const satisfies ScreenTexts;

export type SuccessTextKey = TextKeyOf<typeof TEXTS>;
