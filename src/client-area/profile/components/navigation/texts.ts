import { PLACE_KEYS } from '#client-area/loan-parts/place-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'navigation_title',
  keys: [...PLACE_KEYS, 'navigation_loan', 'navigation_you'],
} as const satisfies ScreenTexts;

export type NavigationTextKey = TextKeyOf<typeof TEXTS>;
