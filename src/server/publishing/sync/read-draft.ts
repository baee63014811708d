import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import type { Draft } from '#storyblok/draft.ts';
import { parseCalculatorSettings, parseSettings } from '#storyblok/mirror.ts';
import { type ContentClient, ContentError } from './content-client.ts';
import { storiesShape } from './content-shapes.ts';
import { fetchTexts, parse, readSpace, trimSlug } from './fetch-content.ts';

export interface DraftReader {
  /**
   * Reads a draft; undefined when the story does not exist.
   * @throws ContentError, BlockError for settings that break their schema
   */
  read(fullSlug: string, locale: Locale): Promise<Draft | undefined>;
  /** The id of the space. */
  spaceId(): Promise<number>;
}

const GLOBAL = 'settings/global';
const CALCULATOR = 'settings/calculator';
/** Texts are many and seldom change: they are cached this long. */
const TEXTS_LAST_MS = 15_000;

/** Reads drafts for previews: one request per page while the texts are cached. @param client with the preview token */
export function createDraftReader(client: ContentClient, nowMs: () => number = Date.now): DraftReader {
  let space: Promise<number> | undefined;
  let texts: { readonly value: ReturnType<typeof fetchTexts>; readonly atMs: number } | undefined;

  const freshTexts = async (): ReturnType<typeof fetchTexts> => {
    if (!texts || nowMs() - texts.atMs > TEXTS_LAST_MS) {
      const value = readSpace(client).then(({ version }) => fetchTexts(client, version));
      texts = { value, atMs: nowMs() };
      // A failed request is not cached.
      value.catch(() => {
        texts = undefined;
      });
    }
    return texts.value;
  };
  return {
    spaceId: () => {
      space ??= readSpace(client).then(({ id }) => id);
      space.catch(() => {
        space = undefined;
      });
      return space;
    },
    read: async (fullSlug, locale) => {
      const [stories, allTexts] = await Promise.all([
        readDrafts(client, [fullSlug, GLOBAL, CALCULATOR], locale),
        freshTexts(),
      ]);
      const [story, settings] = [stories.get(fullSlug), stories.get(GLOBAL)];
      if (!story) return undefined;
      if (!settings) {
        throw new ContentError(`There is no story "${GLOBAL}", so no page can be shown`, { status: 200 });
      }
      return {
        locale,
        fullSlug,
        name: story.name,
        content: story.content,
        texts: Object.assign({}, ...Object.values(allTexts[locale])),
        settings: parseSettings(settings),
        calculatorSettings: parseCalculatorSettings(stories.get(CALCULATOR)),
      };
    },
  };
}

interface DraftStory {
  readonly name: string;
  readonly fullSlug: string;
  readonly content: RawBlock;
}

async function readDrafts(
  client: ContentClient,
  slugs: readonly string[],
  locale: Locale,
): Promise<ReadonlyMap<string, DraftStory>> {
  const language = locale === DEFAULT_LOCALE ? {} : { language: locale };
  const query = { version: 'draft', by_slugs: [...new Set(slugs)].join(','), per_page: 25, ...language };
  const { body } = await client.get('stories', query);
  const { stories } = parse(storiesShape, body, 'stories');
  const prefix = `${locale}/`;
  return new Map(
    stories.map(({ name, full_slug, content }) => {
      const slug = trimSlug(full_slug);
      // In other languages than the default the service prefixes the slug.
      const fullSlug = locale !== DEFAULT_LOCALE && slug.startsWith(prefix) ? slug.slice(prefix.length) : slug;
      return [fullSlug, { name, fullSlug, content: content as RawBlock }];
    }),
  );
}
