import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'marketing_title',
  keys: [
    'edit_today',
    'edit_email_back',
    'marketing_lead',
    'marketing_agree',
    'marketing_sms',
    'marketing_email',
    'marketing_call',
    'marketing_whatsapp',
    'marketing_since',
    'marketing_never',
    'marketing_save',
    'marketing_saved',
  ],
} as const satisfies ScreenTexts;

export type MarketingTextKey = TextKeyOf<typeof TEXTS>;
