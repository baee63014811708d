import type { Locale } from '#i18n/locale.ts';
import type { StoryProblem } from '#server/publishing/sync/story-problems.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { slugOfPath } from '#storyblok/link.ts';
import { linksIn } from '#storyblok/links-in-story.ts';
import { isOwnAddress } from '#storyblok/story-address.ts';
import { deadLink } from '#storyblok/story-fault.ts';
import type { EditedStory } from '../content-service/editing.ts';
import type { DraftBlock } from './block-tree.ts';

/** Tells whether a path leads to something of the live release; undefined: nothing is known of it. */
export type IsLive = ((path: string) => boolean) | undefined;

/**
 * Finds the links of a draft that would lead nowhere, as the gate would find them when it is published: to a page that
 * does not exist, or to a story that is not public.
 * @param content in one language
 */
export function deadLinks(
  content: DraftBlock,
  about: {
    readonly story: string;
    readonly locale: Locale;
    readonly stories: readonly EditedStory[];
    readonly isLive: IsLive;
  },
): StoryProblem[] {
  const { story, locale, stories, isLive } = about;
  const slugs = slugsOf(stories, { story, content });
  return linksIn(content as RawBlock, locale).flatMap(({ uid, component, field, path }): StoryProblem[] => {
    const slug = slugOfPath(path);
    const kind = slugs.get(slug);
    // Of our own pages and files the live release alone knows which there are.
    const isThere = isLive ? isLive(path) : isOwnAddress(slug) || slug.includes('.');
    if (kind === 'public' || isThere) return [];
    const { leadsTo, fault } = deadLink(path);
    const found = kind === 'draft' ? { ...fault, code: 'link_unpublished' as const } : fault;
    return [{ story, block: { uid, component }, field, leadsTo, fault: found }];
  });
}

/** The slugs of all pages that stories have, those of questions too. */
function slugsOf(
  stories: readonly EditedStory[],
  own: { readonly story: string; readonly content: DraftBlock },
): ReadonlyMap<string, 'public' | 'draft'> {
  const slugs = new Map<string, 'public' | 'draft'>();
  for (const { draft, published } of stories) {
    const isOwn = draft.full_slug === own.story;
    if (draft.content.component !== 'page') continue;
    const slug = draft.full_slug === 'home' ? '' : draft.full_slug;
    const kind = isOwn || published ? 'public' : 'draft';
    slugs.set(slug, kind);
    // What is published of a story is what others may lead to; its own draft is published with the link.
    const content = isOwn ? own.content : (published?.content ?? draft.content);
    for (const anchor of questionsIn(content)) slugs.set(`${slug}/${anchor}`, kind);
  }
  return slugs;
}

/** The anchors of questions with a page of their own. */
function questionsIn(value: unknown, isInside = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => questionsIn(one, isInside));
  if (typeof value !== 'object' || value === null) return [];
  const { component, anchor, ...block } = value as Readonly<Record<string, unknown>>;
  const isIn = isInside || component === 'faq-cords';
  const own = isIn && component === 'faq-question' && typeof anchor === 'string' && anchor !== '' ? [anchor] : [];
  return [...own, ...Object.values(block).flatMap((one) => questionsIn(one, isIn))];
}
