import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'marketing_title',
  keys: ['edit_today', 'edit_email_back', ...keysOf('marketing_')],
} as const satisfies ScreenTexts;

export type MarketingTextKey = TextKeyOf<typeof TEXTS>;
