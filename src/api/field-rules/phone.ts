import { cleaned } from './cleaned.ts';
import type { FieldRule } from './field-rule.ts';

const PERU_MOBILE = /^9\d{8}$/;
const STORED_MOBILE = /^\+519\d{8}$/;

/**
 * Normalises `+51 987 654 321`, `0051-987654321`, `987654321` → `+51987654321`; anything else without its punctuation.
 */
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
