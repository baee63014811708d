import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';

const PERU_MOBILE = /^9\d{8}$/;
/** Area code and number: 01 555 1234, 044 123 456; the 0 may be omitted. */
const PERU_LANDLINE = /^0?\d{6,8}$/;
const FOREIGN_PHONE = /^\+(?!51)\d{8,15}$/;
const STORED_MOBILE = /^\+519\d{8}$/;

/** `+51 987 654 321`, `0051-987654321`, `987654321` → `+51987654321`; anything else without its punctuation. */
export function normalisePhone(text: string): string {
  const compact = cleaned(text)
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+');
  const national = compact.replace(/^\+?51(?=9\d{8}$)/, '').replace(/^\+51/, '');
  return PERU_MOBILE.test(national) ? `+51${national}` : national;
}

/** A Peruvian mobile, which can receive codes. Stored as `+519XXXXXXXX`. */
export const mobilePhone: FieldRule = {
  normalise: normalisePhone,
  check: (value) => (STORED_MOBILE.test(value) ? undefined : 'invalid'),
};

/** A mobile, or a landline with its area code. */
export const anyPhone: FieldRule = {
  normalise: normalisePhone,
  check: (value) => (STORED_MOBILE.test(value) || PERU_LANDLINE.test(value) ? undefined : 'invalid'),
};

/** A phone of any country: consumers who complain may live abroad. */
export const internationalPhone: FieldRule = {
  normalise: normalisePhone,
  check: (value) => (anyPhone.check(value) === undefined || FOREIGN_PHONE.test(value) ? undefined : 'invalid'),
};
