import * as z from 'zod/mini';
import type { FieldError } from './errors.ts';
import { FIELD_CODES, type FieldCode } from './field-codes.ts';

export type Validated<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly fieldErrors: readonly FieldError[] };

/** A body of 64 KB can contain thousands of unknown fields; more errors than this would not help anybody. */
const MAX_FIELD_ERRORS = 50;
const MAX_FIELD_NAME_LENGTH = 80;
/** The field name of an error of the whole body. */
export const WHOLE_BODY = 'body';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * Validates an input with an endpoint's schema.
 * @param envelope names omitted in errors: `singlePayInquiry.amount` is reported as `amount` (domain 2.17)
 */
export function validate<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
  envelope: readonly string[] = [],
): Validated<z.core.output<Schema>> {
  const result = z.safeParse(schema, input);
  if (result.success) return { kind: 'valid', value: result.data };
  const errors = result.error.issues.flatMap((issue) => fromIssue(issue, input, [], envelope));
  return { kind: 'invalid', fieldErrors: withoutRepeats(errors).slice(0, MAX_FIELD_ERRORS) };
}

function fromIssue(issue: Issue, input: unknown, parent: Path, envelope: readonly string[]): FieldError[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldName([...path, key], envelope),
      // A known field that is not allowed together with the others.
      code: path.length === 0 && envelope.includes(key) ? 'not_allowed' : 'unknown',
    }));
  }
  if (issue.code === 'invalid_union' && isRecord(valueAt(input, path))) {
    return closestBranches(issue.errors).flatMap((branch) =>
      branch.flatMap((inner) => fromIssue(inner, input, path, envelope)),
    );
  }
  return [{ field: fieldName(path, envelope), code: codeOf(issue, input, path) }];
}

/**
 * Finds the alternatives of a union that the sender most likely meant: those with the fewest missing and unknown
 * fields. Several when they are equally close, so that an empty body gets the errors of every field.
 */
function closestBranches(branches: readonly (readonly Issue[])[]): (readonly Issue[])[] {
  const distance = (branch: readonly Issue[]): number =>
    branch.reduce((sum, issue) => {
      if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
      return issue.path.length <= 1 ? sum + 1 : sum;
    }, 0);
  const smallest = Math.min(...branches.map(distance));
  return branches.filter((branch) => distance(branch) === smallest);
}

function codeOf(issue: Issue, input: unknown, path: Path): FieldCode {
  if (valueAt(input, path) === undefined) return 'required';
  // A schema's own code takes precedence: an unticked box is missing, not "not allowed".
  const named = FIELD_CODES.find((code) => code === issue.message);
  if (named) return named;
  switch (issue.code) {
    case 'invalid_value':
      return 'not_allowed';
    case 'not_multiple_of':
      return 'step';
    case 'too_small':
    case 'too_big':
      return sizeCode(issue.origin, issue.code);
    case 'custom':
      return FIELD_CODES.find((code) => code === issue.params?.['code']) ?? 'invalid';
    default:
      return 'invalid';
  }
}

function sizeCode(origin: string, code: 'too_small' | 'too_big'): FieldCode {
  if (origin === 'string' || origin === 'array' || origin === 'set')
    return code === 'too_small' ? 'too_short' : 'too_long';
  return 'out_of_range';
}

function fieldName(path: Path, envelope: readonly string[]): string {
  const [first, ...rest] = path;
  const shown = rest.length > 0 && envelope.includes(String(first)) ? rest : path;
  return fieldNameOf(shown);
}

/** Gives the name of a field in errors by its path in the body. */
export function fieldNameOf(path: Path): string {
  return path.map(String).join('.').slice(0, MAX_FIELD_NAME_LENGTH) || WHOLE_BODY;
}

/** Reads own properties only, because `constructor` is not a field. */
function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutRepeats(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter(({ field, code }) => {
    const key = `${code} ${field}`;
    return !seen.has(key) && seen.add(key);
  });
}
