import { keysOf } from '#i18n/messages.ts';
import type { ScreenTexts, TextKeyOf } from '../screen.ts';
import { SIGN_IN_FORM_FIELDS, SIGN_IN_FORM_TEXT_KEYS } from './sign-in-forms-texts.ts';

export const TEXTS = {
  title: 'sign_in_title',
  keys: [...SIGN_IN_FORM_TEXT_KEYS, ...keysOf('sign_in_')],
  fields: SIGN_IN_FORM_FIELDS,
} as const satisfies ScreenTexts;

export type SignInTextKey = TextKeyOf<typeof TEXTS>;
