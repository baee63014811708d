import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { REGISTRATION_FIELDS, REGISTRATION_TEXT_KEYS } from '#client-area/sign-up/registration-texts.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'new_client_title',
  keys: [...REGISTRATION_TEXT_KEYS, ...keysOf('new_'), 'lend_speed', 'calc_tcea', 'sign_in_go'],
  fields: [...REGISTRATION_FIELDS, 'inquiry'],
} as const satisfies ScreenTexts;

export type NewClientTextKey = TextKeyOf<typeof TEXTS>;
