import { keysOf } from '#i18n/messages.ts';
import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = {
  title: 'reset_title',
  keys: [
    ...keysOf('reset_'),
    'sign_in_send_code',
    'forgot_no_phone',
    'code_label',
    'sign_up_password',
    'sign_up_password_help',
    'sign_in_go',
  ],
  fields: ['password', 'code'],
} as const satisfies ScreenTexts;

export type ResetPasswordTextKey = TextKeyOf<typeof TEXTS>;
