import type { ScreenTexts, TextKeyOf } from '../screen.ts';
import { SIGN_IN_FORM_FIELDS, SIGN_IN_FORM_TEXT_KEYS } from '../sign-in/sign-in-forms-texts.ts';

export const TEXTS = {
  title: 'forgot_title',
  keys: [...SIGN_IN_FORM_TEXT_KEYS, 'sign_in_title', 'sign_in_lead'],
  fields: SIGN_IN_FORM_FIELDS,
} as const satisfies ScreenTexts;

export type ForgotPasswordTextKey = TextKeyOf<typeof TEXTS>;
