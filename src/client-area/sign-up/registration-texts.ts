import { MARKETING_BOX_KEYS } from '#i18n/consent-words.ts';
import { keysOf, type MessageKey } from '#i18n/messages.ts';
import { CODE_TEXT_KEYS } from '../sign-in/code-texts.ts';

/** The texts of registration, wherever it is shown. */
export const REGISTRATION_TEXT_KEYS = [
  ...CODE_TEXT_KEYS,
  'code_change_number',
  'sign_up_document',
  'sign_up_document_DNI',
  'sign_up_document_CE',
  ...keysOf('sign_up_number_'),
  'sign_up_phone',
  'sign_up_phone_help',
  'sign_up_email',
  'sign_up_email_help',
  'sign_up_terms',
  'sign_up_terms_link',
  'sign_up_privacy',
  'sign_up_privacy_link',
  'sign_up_new_tab',
  'sign_up_offers',
  'sign_up_marketing_help',
  'marketing_agree',
  ...MARKETING_BOX_KEYS,
  'sign_up_code_title',
  'sign_up_go',
  ...keysOf('sign_up_password_'),
  'sign_up_password',
] as const satisfies readonly MessageKey[];

export type RegistrationTextKey = (typeof REGISTRATION_TEXT_KEYS)[number];

/** Fields that have error texts. */
export const REGISTRATION_FIELDS = ['documentNumber', 'phone', 'email', 'acceptTerms', 'code', 'password'] as const;
