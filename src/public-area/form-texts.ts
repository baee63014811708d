import type { FieldCode } from '#api/field-codes.ts';
import type { FormTexts } from '#api/form-texts.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import type { Translate } from '#i18n/translate.ts';

/** The error codes of these forms; others need not be sent. */
const CODES = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'out_of_range',
  'not_allowed',
  'unknown',
  'too_large',
  'unsupported_type',
  'unreadable',
  'letter',
] as const satisfies readonly FieldCode[];

/** Texts of fields that clients' forms have under the same names, about what these forms do not ask or do not require. */
const OF_OTHER_FORMS: ReadonlySet<string> = new Set([
  'errors.phone.required',
  'errors.amount.required',
  'errors.email.not_allowed',
]);

/**
 * General words that no field of a complaint needs, because it has its own or cannot be wrong in that way: pages are
 * held to their bytes.
 */
const NOT_OF_COMPLAINTS: readonly FieldCode[] = ['out_of_range', 'too_large', 'unsupported_type', 'unreadable'];

/** Collects every `errors.{code}`, and `errors.{field}.{code}` of its fields where there is one (product-spec §8). */
export function formTexts(
  t: Translate,
  fields: readonly string[],
  limits: Readonly<Record<string, number>> = {},
): FormTexts {
  const errors: Record<string, string> = {};
  const asksForIdentity = fields.includes('identity');
  for (const fieldCode of CODES) {
    if (asksForIdentity || !NOT_OF_COMPLAINTS.includes(fieldCode)) errors[fieldCode] = t(`errors.${fieldCode}`);
    for (const field of fields) {
      const key = `errors.${field}.${fieldCode}`;
      if (isKey(key) && !OF_OTHER_FORMS.has(key)) errors[`${field}.${fieldCode}`] = t(key);
    }
  }
  return {
    errors,
    summaryOne: t('form_errors_one'),
    summaryMany: t('form_errors_many'),
    titlePrefix: t('form_error_title'),
    limits,
    over: t('form_over'),
    emailMeant: t('email_meant'),
  };
}

/** Collects the texts of the form that asks for a complaint's code and key. */
export function trackingFormTexts(t: Translate): FormTexts {
  return {
    errors: {
      'code.required': t('track_code_required'),
      'code.invalid': t('track_code_invalid'),
      'key.required': t('track_key_required'),
      'key.invalid': t('track_key_invalid'),
    },
    summaryOne: t('form_errors_one'),
    summaryMany: t('form_errors_many'),
    titlePrefix: t('form_error_title'),
    limits: {},
    over: t('form_over'),
  };
}

function isKey(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES, key);
}
