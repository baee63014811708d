import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CANCEL_APPLICATION_KEYS } from '../parts/step-texts.ts';
import { WAIT_KEYS } from '../parts/way-texts.ts';

export const TEXTS = {
  title: 'waiting_title',
  keys: [
    ...CANCEL_APPLICATION_KEYS,
    ...WAIT_KEYS,
    'giving_up_open',
    'waiting_lead',
    'waiting_close',
    'waiting_long',
    'waiting_long_text',
    'waiting_again',
    'waiting_still',
    'waiting_offline',
    'waiting_now',
  ],
  fields: ['reason', 'comment'],
} as const satisfies ScreenTexts;

export type WaitingTextKey = TextKeyOf<typeof TEXTS>;
