import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { SIGN_IN_FORM_FIELDS, SIGN_IN_FORM_TEXT_KEYS } from '#client-area/sign-in/sign-in-forms-texts.ts';

export const TEXTS = {
  title: 'existing_title',
  keys: [...SIGN_IN_FORM_TEXT_KEYS, 'existing_lead', 'sign_in_phone_changed', 'sign_in_no_phone'],
  fields: SIGN_IN_FORM_FIELDS,
} as const satisfies ScreenTexts;

export type ExistingClientTextKey = TextKeyOf<typeof TEXTS>;
