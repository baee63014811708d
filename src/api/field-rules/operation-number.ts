import type { FieldRule } from './field-rule.ts';

/** The operation number on a transfer's voucher: 4 to 20 letters and digits. */
export const operationNumber: FieldRule = {
  normalise: (typed) => typed.replace(/[\s-]/g, '').toUpperCase(),
  check: (value) => (/^[A-Z0-9]{4,20}$/.test(value) ? undefined : 'invalid'),
};
