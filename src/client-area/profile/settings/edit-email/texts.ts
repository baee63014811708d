import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { PENDING_CHANGE_TEXT_KEYS } from '../pending-change-texts.ts';

export const TEXTS = {
  title: 'edit_email_title',
  keys: [...keysOf('edit_email_'), ...PENDING_CHANGE_TEXT_KEYS, 'edit_today', 'email_meant'],
  fields: ['newEmail'],
} as const satisfies ScreenTexts;

export type EditEmailTextKey = TextKeyOf<typeof TEXTS>;
