import { RefusedRequest } from './refusals.ts';

/**
 * The query parameters of each endpoint (platform 1.2). An unknown one is refused by name, so that a typo is found in
 * development and not as an unfiltered list in production.
 */
const EVERYWHERE = ['token', 'version', 'cv'] as const;
const PAGES = ['page', 'per_page'] as const;

const ONE_STORY = [
  'language',
  'fallback_lang',
  'resolve_links',
  'resolve_links_level',
  'resolve_relations',
  'resolve_level',
  'resolve_assets',
  'from_release',
  'content_type',
  'excluding_fields',
  'excluding_story_fields',
] as const;

const DATES = ['published_at', 'first_published_at', 'updated_at'].flatMap((field) =>
  ['gt', 'gte', 'lt', 'lte'].map((operation) => `${field}_${operation}`),
);

const PARAMETERS = {
  story: [...EVERYWHERE, ...ONE_STORY, 'find_by'],
  stories: [
    ...EVERYWHERE,
    ...PAGES,
    ...ONE_STORY,
    ...DATES,
    'starts_with',
    'by_slugs',
    'excluding_slugs',
    'by_uuids',
    'by_uuids_ordered',
    'by_ids',
    'excluding_ids',
    'level',
    'is_startpage',
    'with_tag',
    'search_term',
    'sort_by',
    'filter_query',
    'in_workflow_stages',
  ],
  links: [...EVERYWHERE, ...PAGES, 'starts_with', 'include_dates', 'by_uuid', 'with_parent', 'paginated'],
  link: [...EVERYWHERE, 'include_dates'],
  datasources: [...EVERYWHERE, ...PAGES, 'search', 'by_ids'],
  datasource: [...EVERYWHERE],
  datasource_entries: [...EVERYWHERE, ...PAGES, 'datasource', 'dimension'],
  space: [...EVERYWHERE],
} as const satisfies Record<string, readonly string[]>;

export type Endpoint = keyof typeof PARAMETERS;

/** One condition of `filter_query[path][operation]=value`. */
export interface FieldFilter {
  /** Path into the content: `price`, `body.0.name`. */
  readonly path: string;
  readonly operation: string;
  readonly value: string;
}

/** A request's parameters, checked against its endpoint's list. */
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

const FILTER = /^filter_query\[([^\]]+)\]\[([^\]]+)\](?:\[\])?$/;
// `[__or][]` as documented, `[__or][0]` as some clients send it.
const OR_FILTER = /^filter_query\[__or\]\[(\d*)\]\[([^\]]+)\]\[([^\]]+)\](?:\[\])?$/;

/** @throws RefusedRequest 422 naming the parameter */
export function readParameters(query: URLSearchParams, endpoint: Endpoint, maxPerPage: number): Parameters {
  const known: readonly string[] = PARAMETERS[endpoint];
  const values = new Map<string, string>();
  const filters: FieldFilter[] = [];
  const groups = new Map<string, FieldFilter[]>();
  for (const [name, value] of query) {
    const filter = known.includes('filter_query') ? readFilter(name, value) : undefined;
    if (filter?.group !== undefined) groups.set(filter.group, [...(groups.get(filter.group) ?? []), filter]);
    else if (filter) filters.push(filter);
    else if (known.includes(name) && name !== 'filter_query') values.set(name, value);
    else throw new RefusedRequest(422, { error: `Unrecognized parameter: ${name}` });
  }
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

function readFilter(name: string, value: string): (FieldFilter & { readonly group?: string }) | undefined {
  const [, group, orPath, orOperation] = OR_FILTER.exec(name) ?? [];
  if (group !== undefined && orPath && orOperation) return { group, path: orPath, operation: orOperation, value };
  const [, path, operation] = FILTER.exec(name) ?? [];
  return path && operation ? { path, operation, value } : undefined;
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
