import { PICTURE_TEXT_KEYS } from '#client-area/form/picture-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'no_phone_title',
  keys: [
    ...keysOf('no_'),
    'email_meant',
    ...PICTURE_TEXT_KEYS,
    'sign_up_document',
    'sign_up_document_DNI',
    'sign_up_document_CE',
    'reset_expired',
    'reset_again',
    'forgot_back',
    'forgot_no_email',
  ],
  fields: ['documentNumber', 'email', 'birthDate', 'newPhone', 'picture'],
} as const satisfies ScreenTexts;

export type NoPhoneAccessTextKey = TextKeyOf<typeof TEXTS>;
