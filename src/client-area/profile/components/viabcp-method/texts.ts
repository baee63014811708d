import { CODE_KEYS, WAITING_KEYS } from '#client-area/loan-parts/waiting-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'pay_code_title',
  keys: [...WAITING_KEYS, ...CODE_KEYS, ...keysOf('viabcp_')],
  fields: ['paidTo', 'fromBank', 'operationNumber', 'paidAt', 'amount', 'file'],
} as const satisfies ScreenTexts;

export type ViabcpTextKey = TextKeyOf<typeof TEXTS>;
