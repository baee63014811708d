import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CODE_TEXT_KEYS } from '#client-area/sign-in/code-texts.ts';
import { PENDING_CHANGE_TEXT_KEYS } from '../pending-change-texts.ts';

export const TEXTS = {
  title: 'edit_phone_title',
  keys: [
    ...CODE_TEXT_KEYS,
    'code_change_number',
    'edit_phone_lead',
    'edit_phone_now',
    'edit_phone_new',
    'edit_phone_go',
    'edit_phone_note',
    'edit_phone_over',
    ...PENDING_CHANGE_TEXT_KEYS,
    'edit_phone_done',
    'edit_phone_done_text',
    'edit_today',
    'edit_email_back',
  ],
  fields: ['newPhone', 'code'],
} as const satisfies ScreenTexts;

export type EditPhoneTextKey = TextKeyOf<typeof TEXTS>;
