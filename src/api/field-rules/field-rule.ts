import * as z from 'zod/mini';
import type { FieldCode } from '../errors.ts';

/**
 * One typed field, in the browser and on the server alike (domain 2.6): how what was typed is stored, and what is wrong
 * with it. `check` is asked only about values that are not empty; "missing" is the form's business.
 */
export interface FieldRule {
  readonly normalise: (typed: string) => string;
  readonly check: (value: string) => FieldCode | undefined;
}

/** What is wrong with what was typed, if anything; the value is the one to send and to store. */
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
  return z.string(withCode(isRequired ? 'required' : 'invalid')).check(
    z.overwrite(rule.normalise),
    z.superRefine<string>((value, context) => {
      const { code } = checkField({ ...rule, normalise: (same) => same }, value, { isRequired });
      if (code) context.addIssue({ code: 'custom', message: code, input: value });
    }),
  );
}

/** A field that has to be there. */
export function required(rule: FieldRule) {
  return checked(rule, true);
}

/** A field that may be left out; left empty is left out. */
export function optional(rule: FieldRule) {
  return z.optional(checked(rule, false));
}

/** One of a list; anything else is `unknown`, because lists grow and shrink (domain 2.7). */
export function oneOf<const Codes extends readonly string[]>(codes: Codes) {
  return z.enum(codes, withCode('unknown'));
}

/** A whole number between two bounds, both included. */
export function wholeBetween(min: number, max: number) {
  return z
    .int(withCode('invalid'))
    .check(z.minimum(min, withCode('out_of_range')), z.maximum(max, withCode('out_of_range')));
}

/** A box that has to be ticked. */
export function ticked() {
  return z.literal(true, withCode('required'));
}

/** Digits without what people put between them. */
export function digitsOnly(typed: string): string {
  return typed.replace(/[\s.\-–/()]/g, '');
}

/** A string of digits as numbers. */
export function digitsOf(value: string): number[] {
  return [...value].map(Number);
}
