import { FAILED_KEYS, PAID_KEYS } from '#client-area/loan-parts/outcome-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'completed_page',
  keys: [...PAID_KEYS, ...FAILED_KEYS, 'pay_look', ...keysOf('confirming_'), ...keysOf('neutral_')],
} as const satisfies ScreenTexts;

export type CompletedTextKey = TextKeyOf<typeof TEXTS>;
