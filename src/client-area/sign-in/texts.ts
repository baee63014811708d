import type { ScreenTexts, TextKeyOf } from '../screen.ts';
import { SIGN_IN_FORM_FIELDS, SIGN_IN_FORM_TEXT_KEYS } from './sign-in-forms-texts.ts';

export const TEXTS = {
  title: 'sign_in_title',
  keys: [
    ...SIGN_IN_FORM_TEXT_KEYS,
    'sign_in_lead',
    'sign_in_phone_changed',
    'sign_in_no_phone',
    'sign_in_first_time',
    'sign_in_calculate',
    'sign_in_safety',
  ],
  fields: SIGN_IN_FORM_FIELDS,
} as const satisfies ScreenTexts;

export type SignInTextKey = TextKeyOf<typeof TEXTS>;
