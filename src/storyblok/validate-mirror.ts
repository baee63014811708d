import { DEFAULT_LOCALE, LOCALES } from '#i18n/locale.ts';
import type { BlockSchema } from './block-schema.ts';
import type { Mirror, StoryEntry } from './mirror.ts';
import { storyProblems } from './story-problems.ts';

/** Without them there is no site: the front page, the error page, and what every layout shows. */
export const REQUIRED_STORIES = ['home', '404', 'settings/global'];

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
    const found = storyProblems(byName, story.content, where).map(({ sentence }) => sentence);
    // A mistake that is not in a translation would be told once per language.
    for (const sentence of found) {
      if (locale === DEFAULT_LOCALE || !sentences.has(sentence.replace(`"${where}"`, `"${story.fullSlug}"`)))
        sentences.add(sentence);
    }
  }
  return [...sentences];
}
