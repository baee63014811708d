import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'no_phone_title',
  keys: [
    'no_phone_lead',
    'no_phone_steps',
    'no_phone_step_link',
    'no_phone_step_selfie',
    'no_phone_step_person',
    'sign_up_document',
    'sign_up_document_DNI',
    'sign_up_document_CE',
    'no_phone_document',
    'no_phone_email',
    'no_phone_birth_date',
    'no_phone_new_phone',
    'no_phone_go',
    'no_phone_sent',
    'no_phone_sent_text',
    'no_phone_picture_title',
    'no_phone_picture_lead',
    'no_phone_picture',
    'no_phone_picture_help',
    'no_phone_picture_take',
    'no_phone_waiting',
    'no_phone_waiting_text',
    'no_phone_expired_text',
    'reset_expired',
    'reset_again',
    'no_phone_help',
    'forgot_back',
  ],
  fields: ['documentNumber', 'email', 'birthDate', 'newPhone', 'picture'],
} as const satisfies ScreenTexts;

export type NoPhoneAccessTextKey = TextKeyOf<typeof TEXTS>;
