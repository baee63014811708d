import { WAITING_KEYS } from '#client-area/loan/waiting-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'niubiz_title',
  keys: [
    ...WAITING_KEYS,
    'niubiz_lead',
    'niubiz_open',
    'niubiz_opening',
    'niubiz_failed',
    'niubiz_failed_text',
    'niubiz_points_once',
    'niubiz_points_back',
    'niubiz_points_bank',
  ],
} as const satisfies ScreenTexts;

export type NiubizTextKey = TextKeyOf<typeof TEXTS>;
