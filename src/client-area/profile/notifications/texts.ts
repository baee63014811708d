import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'notifications_title',
  keys: [
    'notifications_lead',
    'notifications_unread',
    'notifications_all_read',
    'notifications_read_all',
    'notifications_read_failed',
    'notifications_new',
    'notifications_empty',
    'notifications_empty_text',
    'notifications_choose',
    'profile_news_open',
    'profile_news_read',
    'documents_more',
    'documents_more_failed',
  ],
} as const satisfies ScreenTexts;

export type NotificationsTextKey = TextKeyOf<typeof TEXTS>;
