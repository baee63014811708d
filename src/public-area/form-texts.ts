import type { FieldCode } from '#api/field-codes.ts';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import type { Translate } from '#i18n/translate.ts';

/** The form's error texts for the script and, without one, the server: by `field.code`, then by `code`. */
export interface FormTexts {
  readonly errors: Readonly<Record<string, string>>;
  readonly summaryOne: string;
  readonly summaryMany: string;
  readonly titlePrefix: string;
}

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

/** Every `errors.{code}`, and `errors.{field}.{code}` of its fields where there is one (product-spec §8). */
export function formTexts(t: Translate, fields: readonly string[]): FormTexts {
  const errors: Record<string, string> = {};
  for (const fieldCode of CODES) {
    errors[fieldCode] = t(`errors.${fieldCode}`);
    for (const field of fields) {
      const key = `errors.${field}.${fieldCode}`;
      if (isKey(key)) errors[`${field}.${fieldCode}`] = t(key);
    }
  }
  return {
    errors,
    summaryOne: t('form_errors_one'),
    summaryMany: t('form_errors_many'),
    titlePrefix: t('form_error_title'),
  };
}

/** The same of the form that asks for a complaint's code and key. */
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
  };
}

function isKey(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES, key);
}
