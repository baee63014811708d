import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS, NONE_KEYS, SENDING_KEYS, STEP_KEYS } from '../any-step/step-texts.ts';

export const TEXTS = {
  title: 'iov_title',
  keys: [
    ...STEP_KEYS,
    ...CANCEL_APPLICATION_KEYS,
    ...NONE_KEYS,
    'giving_up_open',
    'step_to_financial',
    ...SENDING_KEYS,
    ...keysOf('iov_'),
    ...keysOf('upload_'),
  ],
  fields: ['dniFrontId', 'dniBackId', 'selfieId', 'file', 'picture', 'reason', 'comment'],
} as const satisfies ScreenTexts;

export type IovTextKey = TextKeyOf<typeof TEXTS>;
