import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localeOfPath } from '#i18n/locale.ts';
import { linksIn } from '#storyblok/links-in-story.ts';
import type { MirrorIndex, StoryFile } from '#storyblok/mirror.ts';
import type { GateProblem } from './gate.ts';

/**
 * Says in which block and field of a story the link stands that the gate found to lead nowhere:
 * `page /index.html leads to /nada/, which does not exist: story "home", block "next-step" (uid), field "link"`.
 */
export function linkingFieldNamer(
  mirrorDir: string,
  { stories }: MirrorIndex,
): (problem: Pick<GateProblem, 'sentence' | 'file' | 'leadsTo'>, story: { readonly uuid: string }) => string {
  const files = new Map(stories.map(({ uuid, file }) => [uuid, file]));
  // A link of the footer is on every page.
  const known = new Map<string, string>();
  return ({ sentence, file, leadsTo }, { uuid }) => {
    const name = files.get(uuid);
    if (leadsTo === undefined || name === undefined) return sentence;
    const locale = localeOfPath(`/${file ?? ''}`);
    const key = `${uuid} ${locale} ${leadsTo}`;
    const place =
      known.get(key) ?? placeOf((JSON.parse(readFileSync(join(mirrorDir, name), 'utf8')) as StoryFile)[locale]);
    known.set(key, place);
    return `${sentence}${place}`;

    function placeOf(story: StoryFile['es']): string {
      const link = linksIn(story.content, locale).find(({ path }) => bare(path) === bare(leadsTo ?? ''));
      const where = `${locale === 'en' ? 'en/' : ''}${story.fullSlug}`;
      return link ? `: story "${where}", block "${link.component}" (${link.uid}), field "${link.field}"` : '';
    }
  };
}

function bare(path: string): string {
  return path.replace(/\/$/, '');
}
