import * as z from 'zod/mini';
import type { FieldCode } from '../field-codes.ts';

/**
 * The rule of one field, the same in browser and server (domain 2.6): how it is normalised, and its errors. `check` is
 * called only for values that are not empty; "missing" is reported by the form.
 */
export interface FieldRule {
  readonly normalise: (typed: string) => string;
  readonly check: (value: string) => FieldCode | undefined;
}

/** Checks a typed value; returns the normalised value to send and to store, and its error. */
export function checkField(
  rule: FieldRule,
  typed: string,
  { isRequired = true } = {},
): { readonly value: string; readonly code: FieldCode | undefined } {
  const value = rule.normalise(typed);
  if (value === '') return { value, code: isRequired ? 'required' : undefined };
  return { value, code: rule.check(value) };
}

const withCode = (code: FieldCode) => ({ error: code });

function checked(rule: FieldRule, isRequired: boolean) {
  return z
    .string(withCode(isRequired ? 'required' : 'invalid'))
    .check(z.overwrite(rule.normalise), ({ value, issues }) => {
      const { code } = checkField({ ...rule, normalise: (same) => same }, value, { isRequired });
      if (code) issues.push({ code: 'custom', message: code, input: value, continue: true });
    });
}

/** Makes a required field. */
export function required(rule: FieldRule) {
  return checked(rule, true);
}

/** Makes an optional field; an empty value is omitted. */
export function optional(rule: FieldRule) {
  return z.optional(checked(rule, false));
}

/** Accepts one of a list; anything else is `unknown`, because lists change (domain 2.7). */
export function oneOf<const Codes extends readonly string[]>(codes: Codes) {
  return z.enum(codes, withCode('unknown'));
}

/** Accepts a whole number between two bounds, inclusive. */
export function wholeBetween(min: number, max: number) {
  return z
    .int(withCode('invalid'))
    .check(z.minimum(min, withCode('out_of_range')), z.maximum(max, withCode('out_of_range')));
}

/** Makes a required checkbox. */
export function ticked() {
  return z.literal(true, withCode('required'));
}

/** Reads a string of digits as numbers. */
export function digitsOf(value: string): number[] {
  return [...value].map(Number);
}
