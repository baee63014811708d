import type { z } from 'zod';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';
import { MESSAGE_SETS, type MessageSet } from '#i18n/messages.ts';
import type { StoryEntry, TextsFile } from '#storyblok/mirror.ts';
import { type ContentClient, ContentError } from './content-client.ts';
import {
  entriesShape,
  linksShape,
  spaceShape,
  storiesShape,
  type WireEntry,
  type WireLink,
  type WireStory,
} from './content-shapes.ts';

/** The service's own limits per page (platform 1.1), but for the entries. */
const STORIES_PER_PAGE = 100;
const LINKS_PER_PAGE = 1000;
/** Of a translation set (product-spec §7); the service would send up to 1000. */
const ENTRIES_PER_PAGE = 500;
const UUIDS_PER_REQUEST = 50;

/** `spaces/me`: the id, the version that grows with every publish, and the languages beside the default one. */
export async function readSpace(client: ContentClient): Promise<z.infer<typeof spaceShape>['space']> {
  const { body } = await client.get('spaces/me');
  return parse(spaceShape, body, 'spaces/me').space;
}

/** A story in every language, as the service sent it. */
export type StoryByLocale = Readonly<Record<Locale, WireStory>>;

/** The result: all stories, or the changed ones with the ids of the unchanged. */
export type FetchedStories =
  | { readonly kind: 'all'; readonly stories: readonly StoryByLocale[] }
  | {
      readonly kind: 'changed';
      readonly stories: readonly StoryByLocale[];
      readonly kept: ReadonlySet<string>;
      /** A story is older than the list of stories says, or than it is known to be: a cache lags behind. */
      readonly isBehind: boolean;
    };

/**
 * Fetches the published stories at one version. Given a list of known stories it fetches only the changed ones, as
 * long as they are fewer than half and none has moved: a move changes the links inside other stories.
 * @throws ContentError
 */
export async function fetchStories(
  client: ContentClient,
  cv: number,
  known: readonly StoryEntry[],
): Promise<FetchedStories> {
  if (known.length > 0) {
    const links = await fetchLinks(client, cv);
    const changed = whatChanged(links, known);
    if (changed && links.length > 0 && changed.uuids.length === 0 && !changed.isBehind) {
      return await fetchUnmoved(client, cv, known, links);
    }
    if (changed && changed.uuids.length * 2 <= links.length) {
      const stories = await fetchBothLanguages(client, cv, changed.uuids);
      const fetched = new Map(stories.map(({ [DEFAULT_LOCALE]: story }) => [story.uuid, story.published_at]));
      const kept = new Set(links.map(({ uuid }) => uuid).filter((uuid) => !fetched.has(uuid)));
      const lag = links.some(({ uuid, published_at }) => isOlder(fetched.get(uuid), published_at));
      return { kind: 'changed', stories, kept, isBehind: changed.isBehind || lag };
    }
  }
  return { kind: 'all', stories: await fetchBothLanguages(client, cv) };
}

/**
 * Fetches everything when no date has moved, because something else was published: a text, or in some spaces a
 * translation alone. Stories that are others than the list of links says, or older than they are known to be in any
 * language, come from a cache that lags behind: then all that are linked stay.
 */
async function fetchUnmoved(
  client: ContentClient,
  cv: number,
  known: readonly StoryEntry[],
  links: readonly WireLink[],
): Promise<FetchedStories> {
  const stories = await fetchBothLanguages(client, cv);
  const dates = new Map(known.map(({ uuid, publishedAt }) => [uuid, publishedAt]));
  const linked = new Set(links.map(({ uuid }) => uuid));
  const isLate = ({ uuid, published_at }: WireStory): boolean =>
    !linked.has(uuid) || isOlder(published_at, dates.get(uuid));
  const isBehind = stories.length !== linked.size || stories.some((story) => Object.values(story).some(isLate));
  return isBehind ? { kind: 'changed', stories: [], kept: linked, isBehind } : { kind: 'all', stories };
}

async function fetchLinks(client: ContentClient, cv: number): Promise<WireLink[]> {
  const query = { version: 'published', cv, include_dates: 1, paginated: 1 };
  const links = await fetchPages(client, 'links', query, LINKS_PER_PAGE, (body) =>
    Object.values(parse(linksShape, body, 'links').links),
  );
  return links.filter((link) => !link.is_folder && link.published);
}

/** Undefined when the changes cannot be determined per story. What is newer than its link says stays as it is. */
function whatChanged(
  links: readonly WireLink[],
  known: readonly StoryEntry[],
): { readonly uuids: readonly string[]; readonly isBehind: boolean } | undefined {
  const before = new Map(known.map((entry) => [entry.uuid, entry]));
  const uuids: string[] = [];
  let isBehind = false;
  for (const { uuid, slug, published_at } of links) {
    const entry = before.get(uuid);
    if (!published_at || (entry && entry.fullSlug !== trimSlug(slug))) return undefined;
    if (entry && isOlder(published_at, entry.publishedAt)) isBehind = true;
    else if (entry?.publishedAt !== published_at) uuids.push(uuid);
  }
  return { uuids, isBehind };
}

/** How far the service's clock may be ahead of ours. */
const AHEAD_MS = 3_600_000;

/**
 * Compares instants as the service writes them; an unknown one is not older, and nothing is older than one that has not
 * come yet: a clock that was wrong once would keep every later edit out.
 */
export function isOlder(one: string | null | undefined, other: string | null | undefined): boolean {
  const than = Date.parse(other ?? '');
  return Date.parse(one ?? '') < than && than < Date.now() + AHEAD_MS;
}

/** Storyblok writes the start page of a folder with a slash behind it. */
export function trimSlug(fullSlug: string): string {
  return fullSlug.replace(/^\/+|\/+$/g, '');
}

async function fetchBothLanguages(
  client: ContentClient,
  cv: number,
  uuids?: readonly string[],
): Promise<StoryByLocale[]> {
  const byLocale = {} as Record<Locale, Map<string, WireStory>>;
  for (const locale of LOCALES) {
    const stories = uuids ? await fetchSome(client, cv, locale, uuids) : await fetchAll(client, cv, locale);
    byLocale[locale] = new Map(stories.map((story) => [story.uuid, story]));
  }
  const main = [...byLocale[DEFAULT_LOCALE].values()];
  return main.map((story) => {
    const translated = LOCALES.map((locale) => [locale, byLocale[locale].get(story.uuid)] as const);
    // Each language has every story: what is not translated is sent in the default one.
    const [without] = translated.find(([, own]) => !own) ?? [];
    if (without) throw new ContentError(`content service, stories: "${story.full_slug}" was not sent in "${without}"`);
    return Object.fromEntries(translated) as StoryByLocale;
  });
}

/** The default language is requested without a parameter: a space does not list it. */
function languageQuery(locale: Locale): Readonly<Record<string, string>> {
  return locale === DEFAULT_LOCALE ? {} : { language: locale };
}

function fetchAll(client: ContentClient, cv: number, locale: Locale): Promise<WireStory[]> {
  const query = { version: 'published', cv, ...languageQuery(locale) };
  return fetchPages(client, 'stories', query, STORIES_PER_PAGE, storiesOf);
}

async function fetchSome(
  client: ContentClient,
  cv: number,
  locale: Locale,
  uuids: readonly string[],
): Promise<WireStory[]> {
  const stories: WireStory[] = [];
  for (let from = 0; from < uuids.length; from += UUIDS_PER_REQUEST) {
    const by_uuids = uuids.slice(from, from + UUIDS_PER_REQUEST).join(',');
    const query = { version: 'published', cv, ...languageQuery(locale), by_uuids };
    stories.push(...(await fetchPages(client, 'stories', query, UUIDS_PER_REQUEST, storiesOf)));
  }
  if (stories.length !== uuids.length) {
    throw new ContentError(`content service, stories: sent ${stories.length} of ${uuids.length} that it lists`);
  }
  return stories;
}

function storiesOf(body: unknown): WireStory[] {
  return parse(storiesShape, body, 'stories').stories;
}

/**
 * All pages of a list. Pages would silently vanish from the site with an incomplete one, so it must say how many items
 * it has, and have as many, each once.
 * @throws ContentError
 */
async function fetchPages<Item extends { readonly uuid: string } | { readonly id?: number | undefined }>(
  client: ContentClient,
  path: string,
  query: Readonly<Record<string, string | number>>,
  perPage: number,
  itemsOf: (body: unknown) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { body, total } = await client.get(path, { ...query, per_page: perPage, page });
    const found = itemsOf(body);
    items.push(...found);
    if (total === undefined)
      throw new ContentError(`content service, ${path}: does not say how many there are (total)`);
    if (items.length < total && found.length > 0) continue;
    const ids = new Set(items.map((item) => ('uuid' in item ? item.uuid : (item.id ?? item))));
    if (ids.size === total && items.length === total) return items;
    throw new ContentError(`content service, ${path}: sent ${ids.size} of ${total}`);
  }
}

/** The three translation sets in both languages. In the default one the value counts, else the dimension's. */
export async function fetchTexts(client: ContentClient, cv: number): Promise<TextsFile> {
  const texts = {} as Record<Locale, Record<MessageSet, Record<string, string>>>;
  for (const locale of LOCALES) {
    texts[locale] = {} as Record<MessageSet, Record<string, string>>;
    for (const set of Object.keys(MESSAGE_SETS) as MessageSet[]) {
      texts[locale][set] = toTable(await fetchEntries(client, cv, set, locale), locale);
    }
  }
  return texts;
}

function fetchEntries(client: ContentClient, cv: number, set: MessageSet, locale: Locale): Promise<WireEntry[]> {
  const query = { datasource: set, cv, ...(locale !== DEFAULT_LOCALE && { dimension: locale }) };
  return fetchPages(client, 'datasource_entries', query, ENTRIES_PER_PAGE, (body) => {
    return parse(entriesShape, body, 'datasource_entries').datasource_entries;
  });
}

/** A key without a translation is omitted: the default in the code is used (product-spec §8). */
function toTable(entries: readonly WireEntry[], locale: Locale): Record<string, string> {
  const pairs = entries.map(({ name, value, dimension_value }) => [
    name,
    locale === DEFAULT_LOCALE ? value : dimension_value,
  ]);
  return Object.fromEntries(
    pairs.filter(([, text]) => text).sort(([one = ''], [two = '']) => ((one ?? '') < (two ?? '') ? -1 : 1)),
  );
}

/** @throws ContentError that names the first field that is not as documented */
export function parse<Shape extends z.ZodType>(shape: Shape, body: unknown, path: string): z.infer<Shape> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || 'the answer';
  const message = `content service, ${path}: ${field}: ${issue?.message ?? 'is not as documented'}`;
  throw new ContentError(message, { status: 200 });
}
