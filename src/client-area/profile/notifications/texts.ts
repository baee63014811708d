import { PLACE_KEYS } from '#client-area/loan-parts/place-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'notifications_title',
  keys: [
    ...keysOf('notifications_'),
    ...PLACE_KEYS,
    'profile_other',
    'profile_news_open',
    'profile_news_read',
    'documents_more',
    'documents_more_failed',
  ],
} as const satisfies ScreenTexts;

export type NotificationsTextKey = TextKeyOf<typeof TEXTS>;
