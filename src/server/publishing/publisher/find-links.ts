import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, localeOfPath } from '#i18n/locale.ts';
import { slugOfPath } from '#storyblok/link.ts';
import { linksIn } from '#storyblok/links-in-story.ts';
import type { MirrorIndex, StoryFile } from '#storyblok/mirror.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';
import type { GateProblem } from './gate.ts';

/** Where a link stands in a story. */
type Place = Pick<StoryFault, 'locale' | 'block' | 'field'>;

/** Finds every field of a story in which the link stands that the gate found on a page to lead nowhere. */
export function linkFinder(
  mirrorDir: string,
  { stories }: MirrorIndex,
): (link: Required<Pick<GateProblem, 'page' | 'leadsTo'>>, story: { readonly uuid: string }) => readonly Place[] {
  const files = new Map(stories.map(({ uuid, file }) => [uuid, file]));
  // A link of the footer is on every page.
  const known = new Map<string, readonly Place[]>();
  return ({ page, leadsTo }, { uuid }) => {
    const name = files.get(uuid);
    if (name === undefined) return [];
    const locale = localeOfPath(`/${page}`);
    const key = `${uuid} ${locale} ${leadsTo}`;
    const places = known.get(key) ?? placesIn(JSON.parse(readFileSync(join(mirrorDir, name), 'utf8')) as StoryFile);
    known.set(key, places);
    return places;

    function placesIn({ [locale]: { content } }: StoryFile): Place[] {
      return linksIn(content, locale)
        .filter(({ path }) => slugOfPath(path) === slugOfPath(leadsTo))
        .map(({ uid, component, field }) => {
          return { ...(locale !== DEFAULT_LOCALE && { locale }), block: { uid, component }, field };
        });
    }
  };
}
