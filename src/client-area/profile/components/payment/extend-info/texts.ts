import { EXTENSION_KEYS } from '#client-area/profile/parts/extension-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'extend_info_title',
  keys: [
    ...EXTENSION_KEYS,
    'extend_info_lead',
    'extend_info_table',
    'extend_info_term',
    'extend_info_date',
    'extend_info_price',
    'extend_info_total',
    'extend_info_now',
    'extend_info_go',
  ],
} as const satisfies ScreenTexts;

export type ExtendInfoTextKey = TextKeyOf<typeof TEXTS>;
