import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import type { StoryProblem } from '#server/publishing/sync/story-problems.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { type FieldFault, faultWords } from '#storyblok/field-fault.ts';
import { linksIn, type PlacedLink } from '#storyblok/links-in-story.ts';
import type { StoryTable } from './field-values.ts';

export interface LinkTargets {
  readonly stories: StoryTable;
  /** Whether the live site has something at a path; the publish gate asks the same of the site that it inspects. */
  readonly isServed: (path: string) => boolean;
  /** The story itself: it is public once it is published. */
  readonly uuid: string;
}

/** The links of a story, in one language, that would stop its publish at the gate. @param story as in `CheckStory` */
export function deadLinks(
  content: RawBlock,
  targets: LinkTargets,
  { story, locale }: { readonly story: string; readonly locale: Locale },
): StoryProblem[] {
  return linksIn(content, locale).flatMap((link): StoryProblem[] => {
    const fault = faultOfLink(link, targets);
    if (!fault) return [];
    const { uid, component, field } = link;
    const sentence = `story "${story}", block "${component}" (${uid}), field "${field}": ${faultWords(fault, 'en')}`;
    return [{ uid, component, field, fault, sentence }];
  });
}

function faultOfLink({ path, uuid }: PlacedLink, targets: LinkTargets): FieldFault | undefined {
  const { stories, isServed } = targets;
  const slug = path.replace(/^\/(?:en(?=\/|$)\/?)?/, '').replace(/\/$/, '');
  // As the editor wrote it, in either language.
  const values = { address: `/${slug}` };
  const known = (uuid ? stories.slugOf(uuid) && uuid : undefined) ?? stories.bySlug(slug || 'home')?.uuid;
  if (known === undefined) return isServed(path) ? undefined : { code: 'link_dead', values };
  return known === targets.uuid || stories.isPublic(known) ? undefined : { code: 'link_not_public', values };
}

/** A language of the space as the pages have it. */
export function localeOf(language: string | undefined): Locale {
  return language === 'en' ? 'en' : DEFAULT_LOCALE;
}
