import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CANCEL_APPLICATION_KEYS, NONE_KEYS, SENDING_KEYS, STEP_KEYS } from '../parts/step-texts.ts';

export const TEXTS = {
  title: 'iov_title',
  keys: [
    ...STEP_KEYS,
    ...CANCEL_APPLICATION_KEYS,
    ...NONE_KEYS,
    'giving_up_open',
    'step_iov',
    'step_to_financial',
    ...SENDING_KEYS,
    'iov_pictures',
    'iov_pictures_text',
    'iov_dni_front',
    'iov_dni_back',
    'iov_picture_help',
    'iov_selfie',
    'iov_selfie_help',
    'iov_send',
    'iov_not_binding',
    'upload_choose',
    'upload_failed',
    'upload_done',
  ],
  fields: ['dniFrontId', 'dniBackId', 'selfieId', 'file', 'picture', 'reason', 'comment'],
} as const satisfies ScreenTexts;

export type IovTextKey = TextKeyOf<typeof TEXTS>;
