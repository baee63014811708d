import { EXTENSION_KEYS } from '#client-area/profile/parts/extension-texts.ts';
import { WAYS_OUT_KEYS } from '#client-area/profile/parts/way-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'place_ways',
  keys: [...EXTENSION_KEYS, ...WAYS_OUT_KEYS, ...keysOf('extend_info_')],
} as const satisfies ScreenTexts;

export type ExtendInfoTextKey = TextKeyOf<typeof TEXTS>;
