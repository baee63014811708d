import { ceNumber } from './document-number.ts';
import type { FieldRule } from './field-rule.ts';

/** The number of a passport: visitors who are not clients may file a complaint with one. */
export const passportNumber: FieldRule = {
  normalise: ceNumber.normalise,
  check: (value) => (/^[A-Z0-9]{6,12}$/.test(value) ? undefined : 'invalid'),
};
