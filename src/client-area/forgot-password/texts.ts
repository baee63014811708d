import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = {
  title: 'forgot_title',
  keys: [
    'forgot_lead',
    'sign_in_identifier',
    'forgot_go',
    'forgot_sent',
    'forgot_sent_text',
    'forgot_no_email',
    'forgot_no_phone',
    'forgot_back',
  ],
  fields: ['identifier'],
} as const satisfies ScreenTexts;

export type ForgotPasswordTextKey = TextKeyOf<typeof TEXTS>;
