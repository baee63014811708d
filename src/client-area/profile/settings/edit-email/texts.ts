import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { PENDING_CHANGE_TEXT_KEYS } from '../pending-change-texts.ts';

export const TEXTS = {
  title: 'edit_email_title',
  keys: [
    'edit_email_lead',
    'edit_email_now',
    'edit_email_new',
    'edit_email_go',
    'edit_email_note',
    'edit_email_sent',
    'edit_email_sent_text',
    ...PENDING_CHANGE_TEXT_KEYS,
    'edit_today',
    'edit_email_back',
    'edit_email_meant',
  ],
  fields: ['newEmail'],
} as const satisfies ScreenTexts;

export type EditEmailTextKey = TextKeyOf<typeof TEXTS>;
