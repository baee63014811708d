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
export class KnownVerdicts {
  #sentences = new Map<string, readonly string[]>();

  /** Takes stories for good: they were checked with the same schemas before this process began. */
  trust(stories: Iterable<VerdictKey>): void {
    for (const story of stories) if (!this.#sentences.has(keyOf(story))) this.#sentences.set(keyOf(story), []);
  }

  find(story: VerdictKey): readonly string[] | undefined {
    return this.#sentences.get(keyOf(story));
  }

  /** Forgets all others. */
  keep(verdicts: Iterable<readonly [VerdictKey, readonly string[]]>): void {
    this.#sentences = new Map([...verdicts].map(([story, sentences]) => [keyOf(story), sentences]));
  }
}

type VerdictKey = Pick<StoryEntry, 'fullSlug' | 'digest'>;

function keyOf({ fullSlug, digest }: VerdictKey): string {
  return `${fullSlug} ${digest}`;
}

/** Stories checked between two looks at what else there is to do: the process also serves visitors. */
const CHECKED_AT_ONCE = 20;

/**
 * Checks every story of the mirror against the schemas, in both languages, blocks inside blocks included, so that all
 * mistakes show at once and before the build.
 * @param known verdicts of earlier checks with the same schemas; this one's take their place
 */
export async function checkStories(
  schemas: readonly BlockSchema[],
  of: Mirror,
  known: KnownVerdicts = new KnownVerdicts(),
): Promise<ContentVerdict> {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const missing = REQUIRED_STORIES.filter((slug) => !of.hasStory(slug));
  const verdicts: [StoryEntry, readonly string[]][] = [];
  let checked = 0;
  for (const entry of of.listStories()) {
    const before = known.find(entry);
    verdicts.push([entry, before ?? mistakesOf(entry, of, byName)]);
    if (before === undefined) checked += 1;
    if (before === undefined && checked % CHECKED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  known.keep(verdicts);
  const broken = verdicts.filter(([, sentences]) => sentences.length > 0);
  return {
    missing: missing.map((slug) => `There is no published story "${slug}"`),
    broken: broken.map(([{ uuid, fullSlug }, sentences]) => ({ uuid, fullSlug, sentences })),
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
