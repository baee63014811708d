import type { FieldFilter } from './parameters.ts';
import { RefusedRequest } from './refusals.ts';

/** `filter_query` of the stories endpoint: conditions on a field of the content. */
type Operation = (value: unknown, wanted: string) => boolean;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  Object.entries<Operation>({
    in: (value, wanted) => isOneOf(value, wanted),
    not_in: (value, wanted) => !isOneOf(value, wanted),
    like: (value, wanted) => isLike(value, wanted),
    not_like: (value, wanted) => !isLike(value, wanted),
    is: (value, wanted) => isKind(value, wanted),
    exists: (value, wanted) => (value !== undefined) === (wanted !== 'false' && wanted !== '0'),
    in_array: (value, wanted) => items(value).some((item) => split(wanted).includes(item)),
    any_in_array: (value, wanted) => items(value).some((item) => split(wanted).includes(item)),
    all_in_array: (value, wanted) => split(wanted).every((item) => items(value).includes(item)),
    gt_int: (value, wanted) => compare(value, wanted, toInt, (one, two) => one > two),
    lt_int: (value, wanted) => compare(value, wanted, toInt, (one, two) => one < two),
    gt_float: (value, wanted) => compare(value, wanted, toFloat, (one, two) => one > two),
    lt_float: (value, wanted) => compare(value, wanted, toFloat, (one, two) => one < two),
    gt_date: (value, wanted) => compare(value, wanted, toInstant, (one, two) => one > two),
    lt_date: (value, wanted) => compare(value, wanted, toInstant, (one, two) => one < two),
  }),
);

/** Whether a content matches a condition. @throws RefusedRequest 422 for an unknown operation */
export function holds(content: Readonly<Record<string, unknown>>, filter: FieldFilter): boolean {
  const operation = OPERATIONS.get(filter.operation);
  if (!operation) throw new RefusedRequest(422, { error: `Unrecognized filter operation: ${filter.operation}` });
  return operation(valueAt(content, filter.path), filter.value);
}

/** `body.0.name` descends into blocks. */
export function valueAt(content: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return inside ? (value as Record<string, unknown>)[step] : undefined;
  }, content);
}

function split(wanted: string): string[] {
  return wanted.split(',').map((item) => item.trim());
}

function items(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isOneOf(value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return items(value).some((item) => split(wanted).includes(item));
  return value !== undefined && value !== null && split(wanted).includes(String(value));
}

/** Case-insensitive. */
function isLike(value: unknown, wanted: string): boolean {
  return typeof value === 'string' && matchesWildcard(value.toLowerCase(), wanted.toLowerCase());
}

/** Matches a whole text against a pattern with `*` as wildcard, in linear time for any pattern. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

const KINDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries<(value: unknown) => boolean>({
    empty: (value) => value === undefined || value === null || value === '',
    not_empty: (value) => value !== undefined && value !== null && value !== '',
    empty_array: (value) => Array.isArray(value) && value.length === 0,
    not_empty_array: (value) => Array.isArray(value) && value.length > 0,
    null: (value) => value === undefined || value === null,
    not_null: (value) => value !== undefined && value !== null,
    true: (value) => value === true,
    // An untouched switch counts as off.
    false: (value) => value === false || value === undefined || value === null || value === '',
  }),
);

function isKind(value: unknown, wanted: string): boolean {
  const kind = KINDS.get(wanted);
  if (!kind) throw new RefusedRequest(422, { error: `Unrecognized value of the filter operation is: ${wanted}` });
  return kind(value);
}

function compare(
  value: unknown,
  wanted: string,
  read: (value: string) => number,
  decide: (one: number, two: number) => boolean,
): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const [one, two] = [read(String(value)), read(wanted)];
  return !Number.isNaN(one) && !Number.isNaN(two) && decide(one, two);
}

function toInt(value: string): number {
  return /^\s*-?\d/.test(value) ? Number.parseInt(value, 10) : Number.NaN;
}

function toFloat(value: string): number {
  return value.trim() === '' ? Number.NaN : Number(value);
}

/** `2026-01-31 10:00` (UTC, as the service reads it) or an ISO instant. */
export function toInstant(value: string): number {
  const plain = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?)?$/.exec(value.trim());
  return Date.parse(plain ? `${plain[1]}T${plain[2] ?? '00:00'}${plain[3] ?? ':00'}Z` : value.trim());
}
