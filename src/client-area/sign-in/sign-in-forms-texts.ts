import { keysOf, type MessageKey } from '#i18n/messages.ts';
import { CODE_TEXT_KEYS } from './code-texts.ts';

/** The texts of the sign-in forms. */
export const SIGN_IN_FORM_TEXT_KEYS = [
  ...CODE_TEXT_KEYS,
  'sign_in_identifier',
  'sign_in_password',
  'sign_in_forgot',
  'sign_in_go',
  ...keysOf('sign_in_by_'),
  ...keysOf('sign_in_passkey_'),
  'sign_in_send_code',
  'sign_in_last_title',
  'sign_in_last_lead',
  ...keysOf('forgot_'),
] as const satisfies readonly MessageKey[];

export type SignInFormTextKey = (typeof SIGN_IN_FORM_TEXT_KEYS)[number];

/** Fields that have error texts. */
export const SIGN_IN_FORM_FIELDS = ['identifier', 'password', 'code'] as const;
