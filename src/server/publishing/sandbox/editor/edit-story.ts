import { createHash } from 'node:crypto';
import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { addressProblems, type StoryProblem } from '#server/publishing/sync/story-problems.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import type { EditedStory, Editing } from '../content-service/editing.ts';
import type { Block } from '../content-service/space.ts';
import { changeBlocks, type DraftBlock, withBlockOf, withOwnIds } from './block-tree.ts';
import type { Components } from './components.ts';
import { choiceIn, isAnyLeft } from './conflict-page.ts';
import { deadLinks, localeOf } from './dead-links.ts';
import type { StoryTable } from './field-values.ts';
import { type Conflict, mergeStories } from './merge-stories.ts';
import { type Command, readCommand, readForm, type SentForm, type WrongField } from './read-form.ts';
import { inputsWithout } from './unplaced-page.ts';

/** Checks a story's content in one language. @param story its full slug, with the language in front of it */
export type CheckStory = (content: RawBlock, story: string) => readonly StoryProblem[];

export interface EditorContext {
  readonly editing: Editing;
  readonly components: Components;
  readonly checkStory: CheckStory;
  /** Whether the live site has something at a path. */
  readonly isServed: (path: string) => boolean;
  /** Full slugs of the stories that the site requires. */
  readonly required: readonly string[];
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
  const open = new Set(stories.flatMap(({ published, draft }) => (published ? [draft.uuid] : [])));
  return {
    story,
    content: withOwnIds(story.draft.content as DraftBlock, context.components),
    stories: { bySlug: (slug) => bySlug.get(slug), slugOf: (id) => slugs.get(id), isPublic: (id) => open.has(id) },
    slugs: stories.filter(({ draft }) => draft.content.component === 'page').map(({ draft }) => draft.full_slug),
  };
}

/** A digest that identifies a draft by its content. */
export function markOf(content: DraftBlock): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/**
 * The mistakes of a draft in all languages, as the check and the gate of a publish would find them; those common to all
 * are reported once, for the default language.
 */
export function problemsOf(
  context: EditorContext,
  { story: { draft }, stories }: Pick<OpenStory, 'story' | 'stories'>,
  content: DraftBlock,
): StoryProblem[] {
  const targets = { stories, isServed: context.isServed, uuid: draft.uuid };
  const problemsIn = (language: string | undefined): StoryProblem[] => {
    const raw = contentIn(content, language) as RawBlock;
    const story = language ? `${language}/${draft.full_slug}` : draft.full_slug;
    const broken = context.checkStory(raw, story);
    const dead = deadLinks(raw, targets, { story, locale: localeOf(language) });
    // A link that is wrong in itself leads nowhere too.
    return [
      ...broken,
      ...dead.filter((one) => !broken.some(({ uid, field }) => uid === one.uid && field === one.field)),
    ];
  };
  const found = [...addressProblems(content as RawBlock, draft.full_slug), ...problemsIn(undefined)];
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

/** The result of a submitted form. */
export type FormOutcome =
  /** `isMerged`: with what somebody else saved meanwhile. */
  | {
      readonly kind: 'saved';
      readonly open: string | undefined;
      readonly isMerged: boolean;
      /** A block that can be brought back. */
      readonly removed: string | undefined;
    }
  | { readonly kind: 'published'; readonly version: number }
  /** The draft was saved, but it violates its schemas. */
  | { readonly kind: 'broken'; readonly problems: readonly StoryProblem[] }
  /** Nothing was saved: these inputs cannot be parsed. */
  | { readonly kind: 'unreadable'; readonly content: DraftBlock; readonly wrong: readonly WrongField[] }
  /** Nothing was saved: these inputs are of blocks that the story has no more, and what they were is not known. */
  | { readonly kind: 'unplaced'; readonly names: readonly string[] }
  /** Nothing was saved: somebody else has changed the same meanwhile. */
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] };

/** Saves that come between reading a draft and writing it are rare: so many tries are enough. */
const MOST_TRIES = 10;

interface Sent {
  readonly form: SentForm;
  readonly language: string | undefined;
}

/** Handles a submitted form: every button saves first, together with what was saved meanwhile. */
export async function takeForm(context: EditorContext, opened: OpenStory, sent: Sent): Promise<FormOutcome> {
  let open = opened;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const outcome = await trySaving(context, open, sent);
    if (outcome) return outcome;
    open = (await openStory(context, open.story.draft.uuid)) ?? open;
  }
  throw new Error(`the story ${open.story.draft.full_slug} is saved too often to be saved`);
}

/** Undefined when somebody else saved in between. */
async function trySaving(
  context: EditorContext,
  { story, content, stories }: OpenStory,
  { form, language }: Sent,
): Promise<FormOutcome | undefined> {
  const { editing, components } = context;
  const { uuid } = story.draft;
  const base = await baseOf(context, { uuid, content, mark: form.get('draft') });
  const names = base ? [] : unplacedIn(form, content);
  if (names.length > 0) return { kind: 'unplaced', names };
  const read = readForm(base ?? content, form, { components, stories, language });
  if (read.wrong.length > 0) return { kind: 'unreadable', content: read.story, wrong: read.wrong };
  const command = readCommand(form);
  const mine = await commanded(context, { uuid, command, story: read.story });
  const { story: next, conflicts } = mergeStories({ base, mine, theirs: content }, components, choiceIn(form));
  if (conflicts.length > 0) return { kind: 'conflicts', conflicts };
  // What was typed into the block that goes, or was not chosen, is a version of its own, for when it is wanted back.
  const isLeft = (command.kind === 'change' && command.change.kind === 'remove') || isAnyLeft(form);
  const typed = isLeft
    ? mergeStories({ base, mine: read.story, theirs: content }, components, () => 'mine').story
    : content;
  const isSaved = await saveBoth(context, { uuid, now: story.draft.content as DraftBlock, content, typed, next });
  if (!isSaved) return undefined;
  if (command.kind === 'publish') {
    const problems = problemsOf(context, { story, stories }, next);
    if (problems.length > 0) return { kind: 'broken', problems };
    return { kind: 'published', version: await editing.publish(uuid) };
  }
  return savedAs(command, { before: read.story, mine, next });
}

function unplacedIn(form: SentForm, content: DraftBlock): readonly string[] {
  const there = new Set(idsIn(content));
  return inputsWithout(form, (uid) => there.has(uid));
}

function savedAs(
  command: Command,
  { before, mine, next }: Readonly<Record<'before' | 'mine' | 'next', DraftBlock>>,
): FormOutcome {
  const isMerged = markOf(next) !== markOf(mine);
  if (command.kind === 'undo') return { kind: 'saved', open: command.uid, isMerged: false, removed: undefined };
  if (command.kind !== 'change') return { kind: 'saved', open: undefined, isMerged, removed: undefined };
  const { change } = command;
  if (change.kind !== 'remove')
    return { kind: 'saved', open: touched(before, mine, change), isMerged, removed: undefined };
  // It is still there when somebody else had changed it, and theirs was chosen.
  const removed = idsIn(next).includes(change.uid) ? undefined : change.uid;
  return { kind: 'saved', open: undefined, isMerged, removed };
}

/** False when somebody else saved in between. @param drafts.now the draft as it is stored, and `content` as it was read */
async function saveBoth(
  { editing }: EditorContext,
  drafts: { readonly uuid: string } & Readonly<Record<'now' | 'content' | 'typed' | 'next', DraftBlock>>,
): Promise<boolean> {
  const { uuid, now, content, typed, next } = drafts;
  const isTyped = markOf(typed) !== markOf(content);
  if (isTyped && !(await editing.save(uuid, typed as Block, now as Block))) return false;
  const over = isTyped ? typed : now;
  return markOf(next) === markOf(isTyped ? typed : content) || editing.save(uuid, next as Block, over as Block);
}

async function commanded(
  { editing, components }: EditorContext,
  { uuid, command, story }: { readonly uuid: string; readonly command: Command; readonly story: DraftBlock },
): Promise<DraftBlock> {
  if (command.kind === 'change') return changeBlocks(story, components, command.change);
  if (command.kind !== 'undo') return story;
  const versions = (await editing.versions(uuid)).map(({ content }) => withOwnIds(content as DraftBlock, components));
  const earlier = versions.find((version) => idsIn(version).includes(command.uid));
  return earlier ? withBlockOf(story, { earlier, uid: command.uid }, components) : story;
}

/** The draft that a form was drawn from: the current one, or one of the last versions. */
async function baseOf(
  { editing, components }: EditorContext,
  { uuid, content, mark }: { readonly uuid: string; readonly content: DraftBlock; readonly mark: string | undefined },
): Promise<DraftBlock | undefined> {
  if (mark === markOf(content)) return content;
  const versions = await editing.versions(uuid);
  return versions
    .map((version) => withOwnIds(version.content as DraftBlock, components))
    .find((version) => markOf(version) === mark);
}

/** The block to open after the change: the one that moved, or the new one. */
function touched(
  before: DraftBlock,
  after: DraftBlock,
  change: { readonly kind: string; readonly uid: string },
): string {
  if (change.kind === 'up' || change.kind === 'down') return change.uid;
  const known = new Set(idsIn(before));
  return idsIn(after).find((uid) => !known.has(uid)) ?? change.uid;
}

/** Of every block in a story. */
export function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = '_uid' in value && typeof value._uid === 'string' ? [value._uid] : [];
  return [...own, ...Object.values(value).flatMap(idsIn)];
}
