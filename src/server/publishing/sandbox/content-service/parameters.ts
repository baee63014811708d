import { RefusedRequest } from './refusals.ts';

/** What Storyblok has and this service lacks (platform 1.2): answered as if it had not been asked for, it would mislead. */
const LACKING: ReadonlySet<string> = new Set([
  'from_release',
  'in_workflow_stages',
  'only_variants',
  'resolve_assets',
  'with_alternates',
]);

/** One condition of `filter_query[path][operation]=value`. */
export interface FieldFilter {
  /** Path into the content: `price`, `body.0.name`. */
  readonly path: string;
  readonly operation: string;
  readonly value: string;
}

/** A request's parameters; as in the real service an unknown one has no effect. */
export interface Parameters {
  /** The value, or undefined when missing or empty. */
  get(name: string): string | undefined;
  /** A comma-separated value as a list; undefined when missing. */
  list(name: string): readonly string[] | undefined;
  /** All of these must match … */
  readonly filters: readonly FieldFilter[];
  /** … and one of these groups, if there are any. All conditions of a group must match. */
  readonly anyOf: readonly (readonly FieldFilter[])[];
  readonly page: number;
  readonly perPage: number;
}

// `[__or][]` as documented, `[__or][0]` as some clients send it.
const FILTER = /^filter_query(?:\[__or\]\[(\d*)\])?\[([^\]]+)\]\[([^\]]+)\](?:\[\])?$/;

/** @throws RefusedRequest 422 naming the parameter */
export function readParameters(query: URLSearchParams, maxPerPage: number): Parameters {
  const values = new Map<string, string>();
  const filters: FieldFilter[] = [];
  const groups = new Map<string, FieldFilter[]>();
  for (const [name, value] of query) {
    const [isFilter, group, path = '', operation = ''] = FILTER.exec(name) ?? [];
    const filter = { path, operation, value };
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), filter]);
    else if (isFilter) filters.push(filter);
    else values.set(name, value);
    if (LACKING.has(name) && value !== '') throw lacking(name);
  }
  if (values.get('resolve_links_level') === '2') throw lacking('resolve_links_level=2');
  return {
    get: (name) => values.get(name) || undefined,
    list: (name) => splitList(values.get(name)),
    filters: joinRepeated(filters),
    // Conditions without a number are separate alternatives; those with the same number belong together.
    anyOf: [...groups].flatMap(([group, conditions]) => (group === '' ? conditions.map((one) => [one]) : [conditions])),
    page: wholeNumber(values.get('page'), 'page') ?? 1,
    perPage: Math.min(maxPerPage, wholeNumber(values.get('per_page'), 'per_page') ?? 25),
  };
}

function lacking(what: string): RefusedRequest {
  return new RefusedRequest(422, { error: `Storyblok has the parameter ${what}, and this service does not` });
}

/** A value sent as an array (`[in_array][]=a&[in_array][]=b`) is one condition with a list. */
function joinRepeated(filters: readonly FieldFilter[]): readonly FieldFilter[] {
  const joined = new Map<string, FieldFilter>();
  for (const filter of filters) {
    const key = `${filter.path} ${filter.operation}`;
    const before = joined.get(key);
    joined.set(key, before ? { ...filter, value: `${before.value},${filter.value}` } : filter);
  }
  return [...joined.values()];
}

function splitList(value: string | undefined): readonly string[] | undefined {
  if (!value) return undefined;
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function wholeNumber(value: string | undefined, name: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new RefusedRequest(422, { error: `Invalid parameter: ${name} must be a whole number above 0` });
}
