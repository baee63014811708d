import { DEFAULT_LOCALE, LOCALES } from '#i18n/locale.ts';
import type { BlockSchema } from '#storyblok/block-schema.ts';
import type { LenderFacts } from '#storyblok/lender-facts.ts';
import type { Mirror, Story, StoryEntry } from '#storyblok/mirror.ts';
import { oncePerPlace, type StoryFault } from '#storyblok/story-fault.ts';
import { addressProblems, storyProblems } from './story-problems.ts';

/** The site cannot exist without these: the front page, the error page, and the layouts' settings. */
export const REQUIRED_STORIES = ['home', '404', 'settings/global'];

/** A story that must not go live as it is, with its mistakes. */
export interface BrokenStory {
  readonly uuid: string;
  readonly fullSlug: string;
  readonly faults: readonly StoryFault[];
}

export interface ContentCheck {
  /** Full slugs of required stories that are not published. */
  readonly missing: readonly string[];
  readonly broken: readonly BrokenStory[];
}

/** Check results by story digest: with thousands of stories, only the changed ones are checked again. */
export class CheckedStories {
  #faults = new Map<string, readonly StoryFault[]>();
  #facts: string | undefined;

  /** Marks stories as valid: they were checked with the same schemas before this process started. */
  trust(stories: Iterable<StoryKey>): void {
    for (const story of stories) if (!this.#faults.has(keyOf(story))) this.#faults.set(keyOf(story), []);
  }

  find(story: StoryKey): readonly StoryFault[] | undefined {
    return this.#faults.get(keyOf(story));
  }

  /** Forgets every result when the lending role knows something else than it did. */
  checkedBy(facts: LenderFacts): void {
    const key = JSON.stringify(facts);
    if (this.#facts !== undefined && this.#facts !== key) this.#faults.clear();
    this.#facts = key;
  }

  /** Replaces all results. */
  keep(results: Iterable<readonly [StoryKey, readonly StoryFault[]]>): void {
    this.#faults = new Map([...results].map(([story, faults]) => [keyOf(story), faults]));
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
  const facts = { accounts: of.readAccounts() };
  known.checkedBy(facts);
  const slugs = new Set(of.listStories().map(({ fullSlug }) => fullSlug));
  const missing = REQUIRED_STORIES.filter((slug) => !slugs.has(slug));
  const results: [StoryEntry, readonly StoryFault[]][] = [];
  let checked = 0;
  for (const entry of of.listStories()) {
    const before = known.find(entry);
    results.push([entry, before ?? mistakesOf(entry, of, { byName, facts })]);
    if (before === undefined) checked += 1;
    if (before === undefined && checked % CHECKED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  known.keep(results);
  const broken = results.filter(([, faults]) => faults.length > 0);
  return { missing, broken: broken.map(([{ uuid, fullSlug }, faults]) => ({ uuid, fullSlug, faults })) };
}

interface Rules {
  readonly byName: ReadonlyMap<string, BlockSchema>;
  readonly facts: LenderFacts;
}

function mistakesOf(entry: StoryEntry, of: Mirror, { byName, facts }: Rules): StoryFault[] {
  const stories = LOCALES.map((locale) => of.readStory(entry.fullSlug, locale));
  const [{ uuid, content }] = stories as [Story];
  // Of two at one address only one is read.
  if (uuid !== entry.uuid) return [];
  const found = stories.flatMap(({ locale, fullSlug, content: translated }) =>
    storyProblems(byName, translated, locale === DEFAULT_LOCALE ? fullSlug : `${locale}/${fullSlug}`, facts),
  );
  return oncePerPlace([...addressProblems(content, entry.fullSlug), ...found]);
}
