import type { ScreenTexts, TextKeyOf } from '../screen.ts';
import { REGISTRATION_FIELDS, REGISTRATION_TEXT_KEYS } from './registration-texts.ts';

export const TEXTS = {
  title: 'sign_up_title',
  keys: [...REGISTRATION_TEXT_KEYS, 'sign_up_lead', 'sign_up_have_account', 'sign_in_go'],
  fields: REGISTRATION_FIELDS,
} as const satisfies ScreenTexts;

export type SignUpTextKey = TextKeyOf<typeof TEXTS>;
