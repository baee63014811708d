import { createHash } from 'node:crypto';
import type { EditedStory, Editing } from '#server/publishing/content-service/editing.ts';
import { contentIn } from '#server/publishing/content-service/present-story.ts';
import type { Block } from '#server/publishing/content-service/space.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import type { StoryProblem } from '#storyblok/story-problems.ts';
import { changeBlocks, type DraftBlock, withOwnIds } from './block-tree.ts';
import type { Components } from './components.ts';
import type { StoryTable } from './field-values.ts';
import { readCommand, readForm, type SentForm, type WrongField } from './read-form.ts';

/** Checks a story's content in one language. @param story its full slug, with the language in front of it */
export type CheckStory = (content: RawBlock, story: string) => readonly StoryProblem[];

export interface Desk {
  readonly editing: Editing;
  readonly components: Components;
  readonly checkStory: CheckStory;
  /** Full slugs without which there is no site. */
  readonly required: readonly string[];
}

/** A story with what its form needs to know of the others. */
export interface OpenStory {
  readonly story: EditedStory;
  readonly content: DraftBlock;
  readonly stories: StoryTable;
  readonly slugs: readonly string[];
}

export async function openStory(desk: Desk, uuid: string): Promise<OpenStory | undefined> {
  const { stories } = await desk.editing.list();
  const story = stories.find(({ draft }) => draft.uuid === uuid);
  if (!story) return undefined;
  const bySlug = new Map(stories.map(({ draft }) => [draft.full_slug, { uuid: draft.uuid }]));
  const slugs = new Map(stories.map(({ draft }) => [draft.uuid, draft.full_slug]));
  return {
    story,
    content: withOwnIds(story.draft.content as DraftBlock, desk.components),
    stories: { bySlug: (slug) => bySlug.get(slug), slugOf: (id) => slugs.get(id) },
    slugs: stories.filter(({ draft }) => draft.content.component === 'page').map(({ draft }) => draft.full_slug),
  };
}

/** Names a draft by its content. */
export function markOf(content: DraftBlock): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** What is wrong with a draft in any language; a mistake of all of them is told once, with the default one. */
export function problemsOf(desk: Desk, { draft }: EditedStory, content: DraftBlock): StoryProblem[] {
  const found: StoryProblem[] = [...desk.checkStory(contentIn(content, undefined) as RawBlock, draft.full_slug)];
  for (const language of desk.editing.languageCodes) {
    const known = new Set(found.map(sameIn));
    const more = desk.checkStory(contentIn(content, language) as RawBlock, `${language}/${draft.full_slug}`);
    const suffix = `__i18n__${language.replaceAll('-', '_')}`;
    for (const problem of more.filter((one) => !known.has(sameIn(one)))) {
      found.push({ ...problem, field: problem.field && `${problem.field.split('.')[0]}${suffix}` });
    }
  }
  return found;
}

function sameIn({ uid, field, reason }: StoryProblem): string {
  return `${uid} ${field} ${reason}`;
}

/** What became of a form. */
export type FormOutcome =
  | { readonly kind: 'saved'; readonly open: string | undefined }
  | { readonly kind: 'published'; readonly version: number }
  /** The draft was saved, but it breaks its schemas. */
  | { readonly kind: 'broken'; readonly problems: readonly StoryProblem[] }
  /** Nothing was saved: these words mean nothing. */
  | { readonly kind: 'unreadable'; readonly content: DraftBlock; readonly wrong: readonly WrongField[] }
  /** Nothing was saved: somebody else saved meanwhile. What was typed is in the content. */
  | { readonly kind: 'overtaken'; readonly content: DraftBlock };

/** Does what the pressed button asks for: every button saves what was typed first. */
export async function takeForm(
  desk: Desk,
  open: OpenStory,
  { form, language }: { readonly form: SentForm; readonly language: string | undefined },
): Promise<FormOutcome> {
  const { editing, components } = desk;
  const { story, content, stories } = open;
  const read = readForm(content, form, { components, stories, language });
  if (read.wrong.length > 0) return { kind: 'unreadable', content: read.story, wrong: read.wrong };
  if (form.get('draft') !== markOf(content)) return { kind: 'overtaken', content: read.story };
  const command = readCommand(form);
  const next = command.kind === 'change' ? changeBlocks(read.story, components, command.change) : read.story;
  if (markOf(next) !== markOf(content)) await editing.save(story.draft.uuid, next as Block);
  if (command.kind === 'publish') {
    const problems = problemsOf(desk, story, next);
    if (problems.length > 0) return { kind: 'broken', problems };
    return { kind: 'published', version: await editing.publish(story.draft.uuid) };
  }
  return { kind: 'saved', open: command.kind === 'change' ? touched(content, next, command.change) : undefined };
}

/** The block to show again: the one that moved, or the one that is new. */
function touched(
  before: DraftBlock,
  after: DraftBlock,
  change: { readonly kind: string; readonly uid: string },
): string {
  if (change.kind === 'up' || change.kind === 'down') return change.uid;
  const known = new Set(idsIn(before));
  return idsIn(after).find((uid) => !known.has(uid)) ?? change.uid;
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = '_uid' in value && typeof value._uid === 'string' ? [value._uid] : [];
  return [...own, ...Object.values(value).flatMap(idsIn)];
}
