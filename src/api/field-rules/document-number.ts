import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';

/** The documents that identify a client; others may follow (domain 2.7). */
export const DOCUMENT_TYPES = ['DNI', 'CE'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

// All digits equal is what people type to get past a form.
const DNI = /^(?!(\d)\1{7})\d{8}$/;
const CE = /^[A-Z0-9]{9,12}$/;

/**
 * `45.678.912`, `4567 8912`, `45678912-4` and `45678912I` are the number 45678912: the check character is not part of
 * it. A check digit must follow a dash, because nine digits in a row are a number with a digit too many: `145678912`,
 * cut to eight, would be another person's.
 */
export const dniNumber: FieldRule = {
  normalise: (typed) =>
    cleaned(typed)
      .replace(/[\s.]/g, '')
      .toUpperCase()
      .replace(/^(\d{8})(?:-[0-9A-K]|[A-K])$/, '$1'),
  check: (value) => (DNI.test(value) ? undefined : 'invalid'),
};

export const ceNumber: FieldRule = {
  normalise: (typed) =>
    cleaned(typed)
      .replace(/[\s.-]/g, '')
      .toUpperCase(),
  check: (value) => (CE.test(value) ? undefined : 'invalid'),
};

/** Finds the rule of a document's number by the document's type. */
export function documentNumberRule(type: DocumentType): FieldRule {
  return type === 'DNI' ? dniNumber : ceNumber;
}
