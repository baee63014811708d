import { createHash } from 'node:crypto';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';
import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { addressProblems, type StoryProblem } from '#server/publishing/sync/story-problems.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { slugOfPath } from '#storyblok/link.ts';
import type { EditedStory, Editing } from '../content-service/editing.ts';
import type { Block } from '../content-service/space.ts';
import { blocksById, changeBlocks, type DraftBlock, withOwnIds } from './block-tree.ts';
import type { Components } from './components.ts';
import { deadLinks, type IsLive } from './dead-links.ts';
import type { StoryTable } from './field-values.ts';
import { type FieldPlace, leftWords, readCommand, readForm, type SentForm, type WrongField } from './read-form.ts';

/** Checks a story's content in one language. @param story its full slug, with the language in front of it */
export type CheckStory = (content: RawBlock, story: string) => readonly StoryProblem[];

export interface EditorContext {
  readonly editing: Editing;
  readonly components: Components;
  readonly checkStory: CheckStory;
  readonly isLive: IsLive;
}

/** A story, and the other stories that its form refers to. */
export interface OpenStory {
  readonly story: EditedStory;
  readonly content: DraftBlock;
  readonly stories: StoryTable;
  readonly all: readonly EditedStory[];
  readonly slugs: readonly string[];
}

export async function openStory(context: EditorContext, uuid: string): Promise<OpenStory | undefined> {
  const { stories } = await context.editing.list();
  const story = stories.find(({ draft }) => draft.uuid === uuid);
  if (!story) return undefined;
  const bySlug = new Map(stories.map(({ draft }) => [draft.full_slug, { uuid: draft.uuid }]));
  const slugs = new Map(stories.map(({ draft }) => [draft.uuid, draft.full_slug]));
  return {
    story,
    content: withOwnIds(story.draft.content as DraftBlock, context.components),
    all: stories,
    stories: { bySlug: (slug) => bySlug.get(slug), slugOf: (id) => slugs.get(id) },
    slugs: stories.filter(({ draft }) => draft.content.component === 'page').map(({ draft }) => draft.full_slug),
  };
}

/** A digest that identifies a draft by its content. */
export function markOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/**
 * Lists the mistakes of a draft in all languages, as check and gate of a publish would find them. Mistakes common to all
 * languages are reported once, for the default language.
 */
export function problemsOf(context: EditorContext, { story, all }: OpenStory, content: DraftBlock): StoryProblem[] {
  const fullSlug = story.draft.full_slug;
  const problemsIn = (language: string | undefined): readonly StoryProblem[] => {
    const translated = contentIn(content, language);
    const about = { story: fullSlug, locale: localeIn(language), stories: all, isLive: context.isLive };
    return [
      ...context.checkStory(translated as RawBlock, language ? `${language}/${fullSlug}` : fullSlug),
      ...deadLinks(translated, about),
    ];
  };
  const found = [...addressProblems(content as RawBlock, fullSlug), ...problemsIn(undefined)];
  for (const language of context.editing.languageCodes) {
    const known = new Set(found.map(sameIn));
    const suffix = `__i18n__${language.replaceAll('-', '_')}`;
    for (const problem of problemsIn(language).filter((one) => !known.has(sameIn(one)))) {
      const { field, ...rest } = problem;
      found.push(field === undefined ? rest : { ...rest, field: `${field.split('.')[0]}${suffix}` });
    }
  }
  return found;
}

/** A language of the space as pages have it. */
export function localeIn(language: string | undefined): Locale {
  return LOCALES.find((locale) => locale === language) ?? DEFAULT_LOCALE;
}

function sameIn({ block, field, leadsTo, fault }: StoryProblem): string {
  return JSON.stringify([block.uid, field, leadsTo === undefined ? fault : slugOfPath(leadsTo)]);
}

/** A link to a page that is not public yet holds a story back, but two that lead to each other have to begin. */
function isInTheWay({ fault }: StoryProblem): boolean {
  return fault.code !== 'link_unpublished';
}

/** A submitted form, applied to the blocks of the present draft. */
interface Typed {
  readonly content: DraftBlock;
  /** Inputs that cannot be parsed. */
  readonly wrong: readonly WrongField[];
  /** Fields that somebody else has changed too. */
  readonly both: readonly FieldPlace[];
}

/** The result of a submitted form. */
export type FormOutcome =
  | { readonly kind: 'published' }
  /** @param open the block to show: the one that moved, or the new one */
  | { readonly kind: 'saved'; readonly open: string | undefined }
  /** The draft was saved, but it violates its schemas. */
  | { readonly kind: 'broken'; readonly problems: readonly StoryProblem[] }
  /** Nothing was saved, nor was it asked for: the form is wanted in another language. */
  | ({ readonly kind: 'shown'; readonly left: readonly string[] } & Typed)
  /** Nothing was saved: some inputs cannot be parsed. */
  | ({ readonly kind: 'unreadable' } & Typed)
  /** Nothing was saved: the draft was saved since the form was opened, and somebody has to look first. */
  | ({ readonly kind: 'stale'; readonly now: OpenStory } & Typed);

/** Handles a submitted form: every button saves first. */
export async function takeForm(
  context: EditorContext,
  open: OpenStory,
  sent: { readonly form: SentForm; readonly language: string | undefined },
): Promise<FormOutcome> {
  const { editing, components } = context;
  const { story, content, stories } = open;
  const { uuid } = story.draft;
  const { form, language } = sent;
  const { story: typed, wrong, both } = readForm(content, form, { components, stories, language });
  const command = readCommand(form);
  const left = leftWords(form, content, components);
  if (command.kind === 'language') return { kind: 'shown', content: typed, wrong, both, left };
  const isSame = markOf(typed) === markOf(content) && wrong.length === 0 && left.length === 0;
  const isStale = form.get('draft') !== markOf(content);
  // What nobody has seen together is saved, but blocks are not moved in it, and it is not published.
  const isDecided = command.kind === 'save' && both.length === 0 && left.length === 0 && wrong.length === 0;
  // A second press of the same button has nothing new to save.
  if (isStale && !isDecided && !(isSame && command.kind !== 'change')) {
    return { kind: 'stale', now: open, content: typed, wrong, both };
  }
  if (wrong.length > 0) return { kind: 'unreadable', content: typed, wrong, both };
  const next = command.kind === 'change' ? changeBlocks(typed, components, command.change) : typed;
  const isSaved = markOf(next) === markOf(content) || (await editing.save(uuid, next as Block, story.draft.content));
  // Saved by another request in between.
  if (!isSaved) return takeForm(context, (await openStory(context, uuid)) ?? open, sent);
  if (command.kind === 'publish') {
    const problems = problemsOf(context, open, next);
    if (problems.some(isInTheWay)) return { kind: 'broken', problems };
    await editing.publish(uuid);
    return { kind: 'published' };
  }
  return {
    kind: 'saved',
    open: command.kind === 'change' ? touched(context, typed, next, command.change.uid) : undefined,
  };
}

/** The new block, or the one that moved; undefined when it is gone. */
function touched(
  { components }: EditorContext,
  before: DraftBlock,
  after: DraftBlock,
  uid: string,
): string | undefined {
  const [known, now] = [blocksById(before, components), blocksById(after, components)];
  return [...now.keys()].find((one) => !known.has(one)) ?? now.get(uid)?._uid;
}
