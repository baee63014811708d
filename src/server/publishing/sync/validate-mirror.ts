import { DEFAULT_LOCALE, LOCALES } from '#i18n/locale.ts';
import type { BlockSchema } from '#storyblok/block-schema.ts';
import type { Mirror, Story, StoryEntry } from '#storyblok/mirror.ts';
import { addressProblems, storyProblems } from './story-problems.ts';

/** The site cannot exist without these: the front page, the error page, and the layouts' settings. */
export const REQUIRED_STORIES = ['home', '404', 'settings/global'];

/** A story that breaks its schema: one sentence per mistake, naming story, block and field. */
export interface BrokenStory {
  readonly uuid: string;
  readonly fullSlug: string;
  readonly sentences: readonly string[];
}

export interface ContentCheck {
  /** Full slugs of required stories that are not published. */
  readonly missing: readonly string[];
  readonly broken: readonly BrokenStory[];
}

/** Check results by story digest: with thousands of stories, only the changed ones are checked again. */
export class CheckedStories {
  #sentences = new Map<string, readonly string[]>();

  /** Marks stories as valid: they were checked with the same schemas before this process started. */
  trust(stories: Iterable<StoryKey>): void {
    for (const story of stories) if (!this.#sentences.has(keyOf(story))) this.#sentences.set(keyOf(story), []);
  }

  find(story: StoryKey): readonly string[] | undefined {
    return this.#sentences.get(keyOf(story));
  }

  /** Replaces all results. */
  keep(results: Iterable<readonly [StoryKey, readonly string[]]>): void {
    this.#sentences = new Map([...results].map(([story, sentences]) => [keyOf(story), sentences]));
  }
}

type StoryKey = Pick<StoryEntry, 'fullSlug' | 'digest'>;

function keyOf({ fullSlug, digest }: StoryKey): string {
  return `${fullSlug} ${digest}`;
}

/** Stories checked before yielding to the event loop: the process also serves visitors. */
const CHECKED_AT_ONCE = 20;

/**
 * Checks every story of the mirror against the schemas, in both languages, nested blocks included, so that all
 * mistakes are reported before the build.
 * @param known results of earlier checks with the same schemas; the results of this check replace them
 */
export async function checkStories(
  schemas: readonly BlockSchema[],
  of: Mirror,
  known: CheckedStories = new CheckedStories(),
): Promise<ContentCheck> {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const slugs = new Set(of.listStories().map(({ fullSlug }) => fullSlug));
  const missing = REQUIRED_STORIES.filter((slug) => !slugs.has(slug));
  const results: [StoryEntry, readonly string[]][] = [];
  let checked = 0;
  for (const entry of of.listStories()) {
    const before = known.find(entry);
    results.push([entry, before ?? mistakesOf(entry, of, byName)]);
    if (before === undefined) checked += 1;
    if (before === undefined && checked % CHECKED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  known.keep(results);
  const broken = results.filter(([, sentences]) => sentences.length > 0);
  return {
    missing,
    broken: broken.map(([{ uuid, fullSlug }, sentences]) => ({ uuid, fullSlug, sentences })),
  };
}

function mistakesOf(entry: StoryEntry, of: Mirror, byName: ReadonlyMap<string, BlockSchema>): string[] {
  const stories = LOCALES.map((locale) => of.readStory(entry.fullSlug, locale));
  const [{ uuid, content }] = stories as [Story];
  // Of two at one address only one is read.
  if (uuid !== entry.uuid) return [];
  const sentences = new Set(addressProblems(content, entry.fullSlug).map(({ sentence }) => sentence));
  for (const story of stories) {
    const { locale } = story;
    const where = locale === DEFAULT_LOCALE ? story.fullSlug : `${locale}/${story.fullSlug}`;
    const found = storyProblems(byName, story.content, where).map(({ sentence }) => sentence);
    // Reported once when both languages have the same mistake.
    for (const sentence of found) {
      if (locale === DEFAULT_LOCALE || !sentences.has(sentence.replace(`"${where}"`, `"${story.fullSlug}"`)))
        sentences.add(sentence);
    }
  }
  return [...sentences];
}
