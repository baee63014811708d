import { isDeepStrictEqual } from 'node:util';
import { LOCALES } from '#i18n/locale.ts';
import type { Block } from '#server/publishing/sandbox/content-service/space.ts';
import type { ContentClient } from '#server/publishing/sync/content-client.ts';
import { fetchStories, fetchTexts, readSpace, trimSlug } from '#server/publishing/sync/fetch-content.ts';
import type { EditorsWording, SeedFile } from './editors-wording.ts';

const ENGLISH = '__i18n__en';
/** Not part of a story: the mark for Storyblok's visual editor. */
const EDITOR_MARK = '_editable';

/** @param slug of the story that the id may be of */
type OwnId = (id: string, slug?: string) => string;

/**
 * What is published in a Storyblok space. Its stories have other ids than the seed's, so they are found by their slugs.
 * @throws ContentError
 */
export async function readSpaceWording(client: ContentClient, seed: readonly SeedFile[]): Promise<EditorsWording> {
  const { version } = await readSpace(client);
  const tables = await fetchTexts(client, version);
  const keys = new Set(LOCALES.flatMap((locale) => Object.values(tables[locale]).flatMap((set) => Object.keys(set))));
  const flat = {
    es: Object.assign({}, ...Object.values(tables.es)),
    en: Object.assign({}, ...Object.values(tables.en)),
  };
  const texts = [...keys].map((key) => ({ key, words: { es: flat.es[key], en: flat.en[key] } }));

  const { stories: fetched } = await fetchStories(client, version, []);
  const seedOf = new Map(seed.map(({ story }) => [story.full_slug, story]));
  const there = fetched.map((story) => ({ ...story, seed: seedOf.get(trimSlug(story.es.full_slug)) }));
  const ids = new Map(there.map(({ es, seed: of }) => [es.uuid, of?.uuid ?? es.uuid]));
  const ownId: OwnId = (id, slug) => ids.get(id) ?? (slug && seedOf.get(trimSlug(slug))?.uuid) ?? id;
  const slugs = new Set(there.map(({ es }) => trimSlug(es.full_slug)));
  return {
    texts,
    stories: there.flatMap(({ es, en, seed: of }) =>
      of ? [{ uuid: of.uuid, content: withOwnIds(asInFile(es.content, en.content, of.content), ownId) as Block }] : [],
    ),
    refused: [
      ...there.flatMap(({ es, seed: of }) => (of ? [] : [`story "${trimSlug(es.full_slug)}": it is not in the seed`])),
      ...seed.flatMap(({ story }) =>
        story.is_folder || slugs.has(story.full_slug) ? [] : [`story "${story.full_slug}": it is not published there`],
      ),
    ],
  };
}

/**
 * One content of the two that a space answers. A word that is the same in both languages was not translated, unless the
 * seed says that it is the same.
 * @param seed what stands in its place there
 */
export function asInFile(es: unknown, en: unknown, seed: unknown): unknown {
  if (Array.isArray(es)) {
    const others: readonly unknown[] = Array.isArray(en) ? en : [];
    return es.map((item, at) => asInFile(item, others[at], counterpart(item, at, seed)));
  }
  if (!isBlock(es) || !isBlock(en)) return es;
  const names = new Set([...Object.keys(es), ...Object.keys(en)].filter((name) => name !== EDITOR_MARK));
  const before = isBlock(seed) ? seed : {};
  return Object.fromEntries([...names].flatMap((name) => fieldInFile(name, { es, en, before })));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldInFile(
  name: string,
  { es, en, before }: { readonly es: Fields; readonly en: Fields; readonly before: Fields },
): readonly (readonly [string, unknown])[] {
  const [spanish, english, own] = [es[name], en[name], before[name + ENGLISH]];
  if (isBlock(spanish) || (Array.isArray(spanish) && spanish.some(isBlock))) {
    return [[name, asInFile(spanish, english, before[name])]];
  }
  const isOwn = own === '' || isDeepStrictEqual(own, english);
  const translation = isDeepStrictEqual(spanish, english) ? (isOwn ? [own] : []) : [english];
  return [
    ...(spanish === undefined ? [] : [[name, spanish] as const]),
    ...translation.map((value) => [name + ENGLISH, value] as const),
  ];
}

/** The block of the same id, wherever it stands now. */
function counterpart(item: unknown, at: number, list: unknown): unknown {
  if (!Array.isArray(list)) return undefined;
  return list.find((one) => isBlock(one) && isBlock(item) && one._uid === item._uid) ?? list[at];
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'component' in value && typeof value.component === 'string';
}

/** The seed's own ids of stories. A link to a story that is not published says its slug. */
function withOwnIds(value: unknown, ownId: OwnId): unknown {
  if (typeof value === 'string') return ownId(value);
  if (Array.isArray(value)) return value.map((item) => withOwnIds(item, ownId));
  if (typeof value !== 'object' || value === null) return value;
  // A link of a field names its story by `id` and `cached_url`, one within a text by `uuid` and `href`.
  const { linktype, id, uuid = id, cached_url: slug, href = slug } = value as Fields;
  const isLink = linktype === 'story' && typeof uuid === 'string' && typeof href === 'string';
  const entries = Object.entries(value).map(([name, item]) => [name, withOwnIds(item, ownId)] as const);
  return {
    ...Object.fromEntries(entries),
    ...(isLink && { [id === undefined ? 'uuid' : 'id']: ownId(uuid, href) }),
  };
}
