import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS } from '../any-step/step-texts.ts';
import { WAIT_KEYS } from '../waiting/way-texts.ts';

export const TEXTS = {
  title: 'in_progress_title',
  keys: [...CANCEL_APPLICATION_KEYS, ...WAIT_KEYS, ...keysOf('in_'), 'giving_up_open'],
  fields: ['reason', 'comment'],
} as const satisfies ScreenTexts;

export type InProgressTextKey = TextKeyOf<typeof TEXTS>;
