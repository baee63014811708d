import { FAILED_KEYS, PAID_KEYS } from '#client-area/loan/outcome-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'completed_page',
  keys: [
    ...PAID_KEYS,
    ...FAILED_KEYS,
    'pay_look',
    'confirming_title',
    'confirming_text',
    'confirming_close',
    'confirming_not_paid',
    'confirming_not_paid_text',
    'confirming_go_on',
    'neutral_title',
    'neutral_text',
    'neutral_sign_in',
  ],
} as const satisfies ScreenTexts;

export type CompletedTextKey = TextKeyOf<typeof TEXTS>;
