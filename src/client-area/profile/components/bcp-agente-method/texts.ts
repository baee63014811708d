import { CODE_KEYS, WAITING_KEYS } from '#client-area/loan-parts/waiting-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'pay_code_title',
  keys: [...WAITING_KEYS, ...CODE_KEYS],
} as const satisfies ScreenTexts;

export type BcpAgenteTextKey = TextKeyOf<typeof TEXTS>;
