import { DEFAULT_LOCALE, LOCALES } from '#i18n/locale.ts';
import { BlockError, type BlockSchema, parseBlock, type RawBlock } from './block-schema.ts';
import type { Mirror, StoryEntry } from './mirror.ts';

/** Without them there is no site: the front page, the error page, and what every layout shows. */
const REQUIRED_STORIES = ['home', '404', 'settings/global'];

/** A story that breaks its schema: one sentence per mistake, naming story, block and field. */
export interface BrokenStory {
  readonly uuid: string;
  readonly fullSlug: string;
  readonly sentences: readonly string[];
}

export interface ContentVerdict {
  /** Required stories that nobody has published. */
  readonly missing: readonly string[];
  readonly broken: readonly BrokenStory[];
}

/** The mistakes of a story by its digest: thousands of stories are checked once, and then only what changed. */
export type KnownVerdicts = Map<string, readonly string[]>;

/**
 * Checks every story of the mirror against the schemas, in both languages, blocks inside blocks included, so that all
 * mistakes show at once and before the build.
 * @param known verdicts of earlier checks with the same schemas; this one's take their place
 */
export function checkStories(
  schemas: readonly BlockSchema[],
  of: Mirror,
  known: KnownVerdicts = new Map(),
): ContentVerdict {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const missing = REQUIRED_STORIES.filter((slug) => !of.hasStory(slug));
  const verdicts = of.listStories().map((entry) => {
    const key = `${entry.fullSlug} ${entry.digest}`;
    return { entry, key, sentences: known.get(key) ?? mistakesOf(entry, of, byName) };
  });
  known.clear();
  for (const { key, sentences } of verdicts) known.set(key, sentences);
  const broken = verdicts.filter(({ sentences }) => sentences.length > 0);
  return {
    missing: missing.map((slug) => `There is no published story "${slug}"`),
    broken: broken.map(({ entry, sentences }) => ({ uuid: entry.uuid, fullSlug: entry.fullSlug, sentences })),
  };
}

function mistakesOf(entry: StoryEntry, of: Mirror, byName: ReadonlyMap<string, BlockSchema>): string[] {
  const sentences = new Set<string>();
  for (const locale of LOCALES) {
    const story = of.readStory(entry.fullSlug, locale);
    const where = locale === DEFAULT_LOCALE ? story.fullSlug : `${locale}/${story.fullSlug}`;
    const found = checkBlock(story.content, where, byName, 'story');
    // A mistake that is not in a translation would be told once per language.
    for (const sentence of found) {
      if (locale === DEFAULT_LOCALE || !sentences.has(sentence.replace(`"${where}"`, `"${story.fullSlug}"`)))
        sentences.add(sentence);
    }
  }
  return [...sentences];
}

function checkBlock(
  raw: RawBlock,
  story: string,
  byName: ReadonlyMap<string, BlockSchema>,
  kind: BlockSchema['kind'],
): string[] {
  const schema = byName.get(raw.component);
  const block = `story "${story}", block "${raw.component}" (${raw._uid})`;
  if (!schema) return [`${block}: there is no such block`];
  if (schema.kind !== kind)
    return [`${block}: belongs ${kind === 'story' ? 'inside a story' : 'at the top of a story'}`];
  const nested = Object.entries(schema.fields)
    .filter(([, field]) => field.storyblok['type'] === 'bloks')
    .flatMap(([name]) => blocksOf(raw[name]));
  return [...ownMistakes(schema, raw, story), ...nested.flatMap((child) => checkBlock(child, story, byName, 'nested'))];
}

function ownMistakes(schema: BlockSchema, raw: RawBlock, story: string): string[] {
  try {
    parseBlock(schema, raw, story);
    return [];
  } catch (error) {
    if (error instanceof BlockError) return [error.message];
    throw error;
  }
}

function blocksOf(value: unknown): RawBlock[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is RawBlock => typeof item?.component === 'string' && typeof item?._uid === 'string',
  );
}
