import { DEFAULT_LOCALE, LOCALES } from '#i18n/locale.ts';
import type { BlockSchema } from './block-schema.ts';
import { type Mirror, mirror } from './mirror.ts';
import { storyProblems } from './story-problems.ts';

/** Without them there is no site: the front page, the error page, and what every layout shows. */
export const REQUIRED_STORIES = ['home', '404', 'settings/global'];

/**
 * Checks every story of the mirror against the schemas, in both languages, blocks inside blocks included, so that all
 * mistakes show at once and before the build. Returns one sentence per mistake, naming story, block and field.
 */
export function validateMirror(schemas: readonly BlockSchema[], of: Mirror = mirror()): string[] {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const missing = REQUIRED_STORIES.filter((slug) => !of.findStory(slug, DEFAULT_LOCALE));
  const sentences = new Set(missing.map((slug) => `There is no published story "${slug}"`));
  for (const entry of of.listStories()) {
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
  }
  return [...sentences];
}
