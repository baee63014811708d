import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'trust_title',
  keys: [...EXPLAIN_TEXT_KEYS, ...keysOf('trust_')],
} as const satisfies ScreenTexts;

export type TrustLevelTextKey = TextKeyOf<typeof TEXTS>;
