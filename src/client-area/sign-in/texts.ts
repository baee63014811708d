import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = {
  title: 'sign_in_title',
  keys: [
    'sign_in_lead',
    'sign_in_identifier',
    'sign_in_password',
    'sign_in_forgot',
    'sign_in_go',
    'sign_in_or',
    'sign_in_by_code',
    'sign_in_by_password',
    'sign_in_send_code',
    'sign_in_by_code_help',
    'sign_in_phone_changed',
    'sign_in_no_phone',
    'sign_in_first_time',
    'sign_in_calculate',
    'sign_in_safety',
  ],
  fields: ['identifier', 'password', 'code'],
} as const satisfies ScreenTexts;

export type SignInTextKey = TextKeyOf<typeof TEXTS>;
