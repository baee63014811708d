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
  | { readonly kind: 'changed'; readonly stories: readonly StoryByLocale[]; readonly kept: ReadonlySet<string> };

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
    if (changed && changed.length * 2 <= links.length) {
      const stories = await fetchBothLanguages(client, cv, changed);
      const fetched = new Set(changed);
      return {
        kind: 'changed',
        stories,
        kept: new Set(links.map(({ uuid }) => uuid).filter((uuid) => !fetched.has(uuid))),
      };
    }
  }
  return { kind: 'all', stories: await fetchBothLanguages(client, cv) };
}

async function fetchLinks(client: ContentClient, cv: number): Promise<WireLink[]> {
  const query = { version: 'published', cv, include_dates: 1, paginated: 1 };
  const links = await fetchPages(client, 'links', query, LINKS_PER_PAGE, (body) =>
    Object.values(parse(linksShape, body, 'links').links),
  );
  return links.filter((link) => !link.is_folder && link.published);
}

/** Undefined when the changes cannot be determined per story. */
function whatChanged(links: readonly WireLink[], known: readonly StoryEntry[]): string[] | undefined {
  const before = new Map(known.map((entry) => [entry.uuid, entry]));
  const changed: string[] = [];
  for (const link of links) {
    const entry = before.get(link.uuid);
    if (entry && entry.fullSlug !== trimSlug(link.slug)) return undefined;
    if (!link.published_at) return undefined;
    if (entry?.publishedAt !== link.published_at) changed.push(link.uuid);
  }
  return changed;
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
  return [...byLocale[DEFAULT_LOCALE].values()].map((story) => {
    const translated = LOCALES.map((locale) => [locale, byLocale[locale].get(story.uuid) ?? story]);
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
  return stories;
}

function storiesOf(body: unknown): WireStory[] {
  return parse(storiesShape, body, 'stories').stories;
}

/** All pages of a list. An incomplete list is an error: pages would silently vanish from the site. */
async function fetchPages<Item>(
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
    const complete = total === undefined ? found.length < perPage : items.length >= total;
    if (complete) return items;
    if (found.length === 0) throw new ContentError(`content service, ${path}: sent ${items.length} of ${total}`);
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
