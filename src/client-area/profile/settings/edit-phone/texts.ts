import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CODE_TEXT_KEYS } from '#client-area/sign-in/code-texts.ts';
import { keysOf } from '#i18n/messages.ts';
import { PENDING_CHANGE_TEXT_KEYS } from '../pending-change-texts.ts';

export const TEXTS = {
  title: 'edit_phone_title',
  keys: [
    ...CODE_TEXT_KEYS,
    'code_change_number',
    ...keysOf('edit_phone_'),
    ...PENDING_CHANGE_TEXT_KEYS,
    'edit_today',
    'edit_email_back',
  ],
  fields: ['newPhone', 'code'],
} as const satisfies ScreenTexts;

export type EditPhoneTextKey = TextKeyOf<typeof TEXTS>;
