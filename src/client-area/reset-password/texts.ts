import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = {
  title: 'reset_title',
  keys: [
    'reset_lead',
    'reset_send_lead',
    'reset_sent',
    'reset_code_over',
    'sign_in_send_code',
    'forgot_no_phone',
    'code_label',
    'sign_up_password',
    'sign_up_password_help',
    'reset_go',
    'reset_done',
    'reset_done_text',
    'reset_expired',
    'reset_expired_text',
    'reset_again',
    'sign_in_go',
  ],
  fields: ['password', 'code'],
} as const satisfies ScreenTexts;

export type ResetPasswordTextKey = TextKeyOf<typeof TEXTS>;
