import { holds, matchesWildcard, toInstant, valueAt } from './filter-query.ts';
import type { Parameters } from './parameters.ts';
import { RefusedRequest } from './refusals.ts';
import { objectsIn, type StoryRecord } from './space.ts';

/** The stories a list request asks for, in its order, all pages of it. @throws RefusedRequest */
export function selectStories(stories: readonly StoryRecord[], parameters: Parameters): StoryRecord[] {
  const conditions = [...slugConditions(parameters), ...fieldConditions(parameters), ...dateConditions(parameters)];
  const asked = parameters.list('by_uuids_ordered') ?? parameters.list('sort_by');
  const selected = (asked ? stories : inPlace(stories)).filter(
    (story) => !story.is_folder && conditions.every((condition) => condition(story)),
  );
  return asked ? sorted(selected, parameters) : selected;
}

const placed = new WeakMap<readonly StoryRecord[], readonly StoryRecord[]>();

/** In the editors' order, the default. Sorted once, not per page of a list. */
function inPlace(stories: readonly StoryRecord[]): readonly StoryRecord[] {
  const inOrder = placed.get(stories) ?? ordered(stories, ['position:asc', 'full_slug:asc'].map(readOrder));
  placed.set(stories, inOrder);
  return inOrder;
}

type Condition = (story: StoryRecord) => boolean;

/** A condition for a parameter that was given. */
function when<Value>(value: Value | undefined, condition: (story: StoryRecord, value: Value) => boolean): Condition[] {
  return value === undefined ? [] : [(story) => condition(story, value)];
}

function slugConditions(parameters: Parameters): Condition[] {
  const matchesOne = ({ full_slug }: StoryRecord, slugs: readonly string[]) =>
    slugs.some((slug) => matchesWildcard(full_slug, slug.replace(/^\/+|\/+$/g, '')));
  return [
    ...when(parameters.get('starts_with')?.replace(/^\/+/, ''), (story, start) => story.full_slug.startsWith(start)),
    ...when(parameters.list('by_slugs'), matchesOne),
    ...when(parameters.list('excluding_slugs'), (story, slugs) => !matchesOne(story, slugs)),
  ];
}

function fieldConditions(parameters: Parameters): Condition[] {
  const { filters, anyOf } = parameters;
  return [
    ...when(parameters.list('by_uuids'), (story, uuids) => uuids.includes(story.uuid)),
    ...when(parameters.list('by_uuids_ordered'), (story, uuids) => uuids.includes(story.uuid)),
    ...when(parameters.list('by_ids'), (story, ids) => ids.includes(String(story.id))),
    ...when(parameters.list('excluding_ids'), (story, ids) => !ids.includes(String(story.id))),
    ...when(parameters.list('content_type'), (story, types) => types.includes(story.content.component)),
    ...when(parameters.get('is_startpage'), (story, flag) => story.is_startpage === (flag === '1' || flag === 'true')),
    ...when(parameters.get('level'), (story, level) => !story.is_startpage && depth(story) === Number(level)),
    ...when(parameters.list('with_tag'), (story, tags) => story.tag_list.some((tag) => tags.includes(tag))),
    ...when(parameters.get('search_term')?.toLowerCase(), (story, term) => mentions(story, term)),
    (story) => filters.every((filter) => holds(story.content, filter)),
    (story) => anyOf.length === 0 || anyOf.some((group) => group.every((filter) => holds(story.content, filter))),
  ];
}

function depth(story: StoryRecord): number {
  return story.full_slug.split('/').length;
}

function mentions(story: StoryRecord, term: string): boolean {
  return [story.name, story.full_slug, ...textsIn(story.content)].some((text) => text.toLowerCase().includes(term));
}

const HIDDEN: readonly string[] = ['_uid', 'component', 'type', 'linktype', 'fieldtype'];

/** All texts of a content, without ids and technical names. */
function textsIn(content: unknown): string[] {
  const shown = [...objectsIn(content)].flatMap((block) =>
    Object.entries(block).filter(([name]) => !HIDDEN.includes(name)),
  );
  return shown.flatMap(([, value]) => value).filter((value) => typeof value === 'string');
}

const COMPARISONS: readonly (readonly [suffix: string, holds: (one: number, two: number) => boolean])[] = [
  ['gt', (one, two) => one > two],
  ['gte', (one, two) => one >= two],
  ['lt', (one, two) => one < two],
  ['lte', (one, two) => one <= two],
];

function dateConditions(parameters: Parameters): Condition[] {
  return (['published_at', 'first_published_at', 'updated_at'] as const).flatMap((field) =>
    COMPARISONS.flatMap(([suffix, decide]) =>
      when(instant(parameters, `${field}_${suffix}`), (story, limit) => {
        const date = story[field];
        return date !== null && decide(Date.parse(date), limit);
      }),
    ),
  );
}

function instant(parameters: Parameters, name: string): number | undefined {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  const time = toInstant(value);
  if (Number.isNaN(time)) throw new RefusedRequest(422, { error: `Invalid parameter: ${name} must be a date` });
  return time;
}

/** As asked for. */
function sorted(stories: readonly StoryRecord[], parameters: Parameters): StoryRecord[] {
  const uuids = parameters.list('by_uuids_ordered');
  if (uuids) return stories.toSorted((one, two) => uuids.indexOf(one.uuid) - uuids.indexOf(two.uuid));
  return ordered(stories, (parameters.list('sort_by') ?? []).map(readOrder));
}

function ordered(stories: readonly StoryRecord[], orders: readonly Order[]): StoryRecord[] {
  return stories.toSorted((one, two) => orders.reduce((difference, order) => difference || order(one, two), 0));
}

type Order = (one: StoryRecord, two: StoryRecord) => number;

/** `content.price:asc:float`, `name:desc`, `path:desc:nulls_first`. */
function readOrder(text: string): Order {
  const [field = '', direction = 'asc', ...hints] = text.split(':');
  if (!/^(asc|desc)$/.test(direction)) throw new RefusedRequest(422, { error: `Invalid parameter: sort_by ${text}` });
  const numeric = hints.includes('float') || hints.includes('int');
  const sign = direction === 'desc' ? -1 : 1;
  const nullSign = hints.includes('nulls_first') ? -1 : 1;
  return (one, two) => {
    const [a, b] = [sortValue(one, field, numeric), sortValue(two, field, numeric)];
    if (a === undefined || b === undefined) return a === b ? 0 : (a === undefined ? 1 : -1) * nullSign;
    return a === b ? 0 : (a < b ? -1 : 1) * sign;
  };
}

function sortValue(story: StoryRecord, field: string, numeric: boolean): string | number | undefined {
  const value = valueAt(story, field);
  if (value === undefined || value === null || value === '') return undefined;
  if (numeric) return Number.isNaN(Number(value)) ? undefined : Number(value);
  return typeof value === 'number' ? value : String(value);
}
