import { EXTENSION_KEYS } from '#client-area/profile/parts/extension-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'extend_info_title',
  keys: [...EXTENSION_KEYS, ...keysOf('extend_info_')],
} as const satisfies ScreenTexts;

export type ExtendInfoTextKey = TextKeyOf<typeof TEXTS>;
