import { PLACE_KEYS } from '#client-area/loan-parts/place-texts.ts';
import { WAY_KEYS } from '#client-area/profile/parts/way-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'place_ways',
  keys: [...WAY_KEYS, ...PLACE_KEYS, ...keysOf('ways_'), 'late_ways_order', 'plan_to_loan'],
} as const satisfies ScreenTexts;

export type WaysOutTextKey = TextKeyOf<typeof TEXTS>;
