import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS } from '../any-step/step-texts.ts';
import { WAIT_KEYS } from './way-texts.ts';

export const TEXTS = {
  title: 'waiting_title',
  keys: [...CANCEL_APPLICATION_KEYS, ...WAIT_KEYS, 'giving_up_open', ...keysOf('waiting_')],
  fields: ['reason', 'comment'],
} as const satisfies ScreenTexts;

export type WaitingTextKey = TextKeyOf<typeof TEXTS>;
