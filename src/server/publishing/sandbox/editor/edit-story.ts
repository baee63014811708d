import { createHash } from 'node:crypto';
import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { addressProblems, type StoryProblem } from '#server/publishing/sync/story-problems.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import type { EditedStory, Editing } from '../content-service/editing.ts';
import type { Block } from '../content-service/space.ts';
import { blocksById, changeBlocks, type DraftBlock, withOwnIds } from './block-tree.ts';
import type { Components } from './components.ts';
import type { StoryTable } from './field-values.ts';
import { blockOfInput, readCommand, readForm, type SentForm, type WrongField } from './read-form.ts';

/** Checks a story's content in one language. @param story its full slug, with the language in front of it */
export type CheckStory = (content: RawBlock, story: string) => readonly StoryProblem[];

export interface EditorContext {
  readonly editing: Editing;
  readonly components: Components;
  readonly checkStory: CheckStory;
}

/** A story, and the other stories that its form refers to. */
export interface OpenStory {
  readonly story: EditedStory;
  readonly content: DraftBlock;
  readonly stories: StoryTable;
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
    stories: { bySlug: (slug) => bySlug.get(slug), slugOf: (id) => slugs.get(id) },
    slugs: stories.filter(({ draft }) => draft.content.component === 'page').map(({ draft }) => draft.full_slug),
  };
}

/** A digest that identifies a draft by its content. */
export function markOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** A draft's mistakes in all languages, as a publish finds them; common ones once, for the default language. */
export function problemsOf(context: EditorContext, fullSlug: string, content: DraftBlock): StoryProblem[] {
  const problemsIn = (language: string | undefined): readonly StoryProblem[] =>
    context.checkStory(contentIn(content, language) as RawBlock, language ? `${language}/${fullSlug}` : fullSlug);
  const found = [...addressProblems(content as RawBlock, fullSlug), ...problemsIn(undefined)];
  for (const language of context.editing.languageCodes) {
    const known = new Set(found.map(sameIn));
    const suffix = `__i18n__${language.replaceAll('-', '_')}`;
    for (const problem of problemsIn(language).filter((one) => !known.has(sameIn(one)))) {
      found.push({ ...problem, field: problem.field && `${problem.field.split('.')[0]}${suffix}` });
    }
  }
  return found;
}

function sameIn({ uid, field, fault }: StoryProblem): string {
  return `${uid} ${field} ${JSON.stringify(fault)}`;
}

/** What was typed, on the blocks of the present draft. */
interface Typed {
  readonly content: DraftBlock;
  /** Inputs that cannot be parsed. */
  readonly wrong: readonly WrongField[];
}

/** The result of a submitted form. */
export type FormOutcome =
  | { readonly kind: 'published' }
  /** @param open the block to show: the one that moved, or the new one */
  | { readonly kind: 'saved'; readonly open: string | undefined }
  /** The draft was saved, but it violates its schemas. */
  | { readonly kind: 'broken'; readonly problems: readonly StoryProblem[] }
  /** Nothing was saved: some inputs cannot be parsed. */
  | ({ readonly kind: 'unreadable' } & Typed)
  /** Nothing was saved: the draft was saved since the form was opened. */
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
  const { story: typed, wrong } = readForm(content, form, { components, stories, language });
  const command = readCommand(form);
  const isSame =
    markOf(typed) === markOf(content) && wrong.length === 0 && leftWords(form, content, components).length === 0;
  // A second press of the same button has nothing new to save.
  if (form.get('draft') !== markOf(content) && !(isSame && command.kind !== 'change')) {
    return { kind: 'stale', now: open, content: typed, wrong };
  }
  if (wrong.length > 0) return { kind: 'unreadable', content: typed, wrong };
  const next = command.kind === 'change' ? changeBlocks(typed, components, command.change) : typed;
  const isSaved = markOf(next) === markOf(content) || (await editing.save(uuid, next as Block, story.draft.content));
  // Saved by another request in between.
  if (!isSaved) return takeForm(context, (await openStory(context, uuid)) ?? open, sent);
  if (command.kind === 'publish') {
    const problems = problemsOf(context, story.draft.full_slug, next);
    if (problems.length > 0) return { kind: 'broken', problems };
    await editing.publish(uuid);
    return { kind: 'published' };
  }
  return {
    kind: 'saved',
    open: command.kind === 'change' ? touched(context, typed, next, command.change.uid) : undefined,
  };
}

/** Inputs beside those that people type into. */
const NO_WORDS = /^[^.]+\.[^.]+\.(?:add|as|there|target)$/;

/** What was typed into blocks that the story has no more. */
export function leftWords(form: SentForm, content: DraftBlock, components: Components): string[] {
  const there = blocksById(content, components);
  const isLeft = (name: string): boolean => !there.has(blockOfInput(name) ?? content._uid) && !NO_WORDS.test(name);
  return [...form].flatMap(([name, text]) => (text.trim() !== '' && isLeft(name) ? [text] : []));
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
