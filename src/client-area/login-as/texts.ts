import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = {
  title: 'login_as_title',
  keys: ['login_as_lead', 'login_as_expired', 'login_as_expired_text', 'login_as_missing', 'login_as_failed'],
} as const satisfies ScreenTexts;

export type LoginAsTextKey = TextKeyOf<typeof TEXTS>;
