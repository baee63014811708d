import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { WAYS_IN_FIELDS, WAYS_IN_TEXT_KEYS } from '#client-area/sign-in/ways-in-texts.ts';

export const TEXTS = {
  title: 'existing_title',
  keys: [...WAYS_IN_TEXT_KEYS, 'existing_lead', 'sign_in_phone_changed', 'sign_in_no_phone'],
  fields: WAYS_IN_FIELDS,
} as const satisfies ScreenTexts;

export type ExistingClientTextKey = TextKeyOf<typeof TEXTS>;
