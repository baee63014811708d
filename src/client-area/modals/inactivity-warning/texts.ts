import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'idle_title',
  keys: ['inactivity_lead', 'inactivity_back'],
} as const satisfies ScreenTexts;

export type InactivityWarningTextKey = TextKeyOf<typeof TEXTS>;
