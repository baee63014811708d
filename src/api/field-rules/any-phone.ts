import type { FieldRule } from './field-rule.ts';
import { mobilePhone, normalisePhone } from './phone.ts';

/** Area code and number: 01 555 1234, 044 123 456; the 0 may be omitted. */
const PERU_LANDLINE = /^0?\d{6,8}$/;
const FOREIGN_PHONE = /^\+(?!51)\d{8,15}$/;

/** A mobile, or a landline with its area code. */
export const anyPhone: FieldRule = {
  normalise: normalisePhone,
  check: (value) => (mobilePhone.check(value) === undefined || PERU_LANDLINE.test(value) ? undefined : 'invalid'),
};

/** A phone of any country: consumers who complain may live abroad. */
export const internationalPhone: FieldRule = {
  normalise: normalisePhone,
  check: (value) => (anyPhone.check(value) === undefined || FOREIGN_PHONE.test(value) ? undefined : 'invalid'),
};
