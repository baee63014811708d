import { WAITING_KEYS } from '#client-area/loan-parts/waiting-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'niubiz_title',
  keys: [...WAITING_KEYS, ...keysOf('niubiz_')],
} as const satisfies ScreenTexts;

export type NiubizTextKey = TextKeyOf<typeof TEXTS>;
