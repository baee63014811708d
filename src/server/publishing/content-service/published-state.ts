import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '#storyblok/write-file.ts';
import type { Datasource, SpaceContent, StoryDocument, StoryRecord } from './space.ts';
import { type DraftStory, type Drafts, isFileOf } from './space-files.ts';

/** Published content: the drafts at the time of their last publish. */
export interface Published extends SpaceContent {
  /** A number like a Unix time, incremented with every publish that changed something; 0 before the first. */
  readonly version: number;
  /** Stories that editors hold back, by uuid; publishing everything skips them. */
  readonly held?: Held;
  /** By uuid, and `texts`: when visitors' version of a story changed last, and the version of the space with it. */
  readonly changes?: Readonly<Record<string, StoryChange>>;
}

/** One publish of a story, or its taking off. */
export interface StoryChange {
  readonly version: number;
  /** ISO instant. */
  readonly at: string;
}

/** Under which name `changes` has the texts around the stories. */
export const TEXTS = 'texts';

/** `saved`: the draft is not to be published yet. `offline`: the story is unpublished on purpose. */
export type Held = Readonly<Record<string, 'saved' | 'offline'>>;

const NOTHING: Published = { version: 0, stories: [], datasources: [] };

/** Reads the state; undefined before the first publish. @throws Error when the file is damaged */
export async function readPublished(stateDir: string): Promise<Published> {
  const path = join(stateDir, 'published.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return NOTHING;
  try {
    return JSON.parse(text) as Published;
  } catch (error) {
    // The file is written atomically, so this is disk damage or a manual edit: no guess is safe.
    throw new Error(`${path} is damaged; remove it and the stories are published anew`, { cause: error });
  }
}

export function writePublished(stateDir: string, published: Published): Promise<void> {
  return writeAtomically(join(stateDir, 'published.json'), JSON.stringify(published));
}

/** Full slugs and `datasources/<slug>` whose draft differs from what is published. */
export function whatChanges(published: Published, drafts: Drafts): string[] {
  const next = merge(published, drafts, '');
  const stories = differing(published.stories, next.stories, (story) => story.uuid, sameDocument);
  const datasources = differing(published.datasources, next.datasources, ({ slug }) => slug, isDeepStrictEqual);
  return [...stories.map((story) => story.full_slug), ...datasources.map(({ slug }) => `datasources/${slug}`)].sort();
}

/** Uuids of stories whose draft differs from the published version, held back ones included. */
export function whatDiffers(published: Published, drafts: Drafts): string[] {
  const documents = drafts.stories.map(({ document }) => document);
  return changedIn<StoryDocument>(published.stories, documents, ({ uuid }) => uuid, sameDocument).map(
    ({ uuid }) => uuid,
  );
}

/** The state after publishing all drafts except those held back. The same object when nothing changed. */
export function publishDrafts(published: Published, drafts: Drafts, now: Date): Published {
  if (whatChanges(published, drafts).length === 0) return published;
  const next = merge(published, drafts, now.toISOString());
  const changed = differing(published.stories, next.stories, ({ uuid }) => uuid, Object.is).map(({ uuid }) => uuid);
  return nextVersion({ ...published, ...next }, changed, now);
}

/** The state after publishing one story and its folders. @param uuid of a draft */
export function publishOne(published: Published, drafts: Drafts, uuid: string, now: Date): Published {
  const draft = drafts.stories.find(({ document }) => document.uuid === uuid);
  if (!draft) return published;
  const folders = foldersOf(draft, drafts);
  const next = new Map(published.stories.map((story) => [story.uuid, story]));
  for (const one of [draft, ...folders]) {
    next.set(one.document.uuid, publishStory(one, next.get(one.document.uuid), now.toISOString()));
  }
  const before = new Set(published.stories);
  const isSame = [...next.values()].every((story) => before.has(story));
  const released = withHeld(published, uuid, undefined);
  return isSame ? released : nextVersion({ ...released, stories: [...next.values()] }, [uuid], now);
}

/** The state after publishing the texts around the stories. */
export function publishTexts(published: Published, { datasources }: Drafts, now: Date): Published {
  if (!datasources || isDeepStrictEqual(datasources, published.datasources)) return published;
  return nextVersion({ ...published, datasources }, [TEXTS], now);
}

/** The state after unpublishing one story; its draft stays. */
export function unpublishOne(published: Published, uuid: string, now: Date): Published {
  const stories = published.stories.filter((story) => story.uuid !== uuid);
  const held = withHeld(published, uuid, 'offline');
  return stories.length === published.stories.length ? held : nextVersion({ ...held, stories }, [uuid], now);
}

/** Holds a story back, or releases it again. */
export function withHeld(published: Published, uuid: string, as: Held[string] | undefined): Published {
  if (published.held?.[uuid] === as) return published;
  const { [uuid]: _, ...others } = published.held ?? {};
  return { ...published, held: as ? { ...others, [uuid]: as } : others };
}

/** The same as a version of its own, in which these uuids, or the texts, have changed. */
function nextVersion(published: Published, changed: readonly string[], now: Date): Published {
  const version = Math.max(Math.floor(now.getTime() / 1000), published.version + 1);
  const change = { version, at: now.toISOString() };
  return {
    ...published,
    version,
    changes: { ...published.changes, ...Object.fromEntries(changed.map((key) => [key, change])) },
  };
}

function foldersOf({ document }: DraftStory, drafts: Drafts): DraftStory[] {
  return drafts.stories.filter(
    ({ document: folder }) => folder.is_folder && document.full_slug.startsWith(`${folder.full_slug}/`),
  );
}

/** An unreadable draft does not unpublish its story; a removed file does. */
function merge(published: Published, all: Drafts, nowIso: string): SpaceContent {
  const drafts = withoutHeld(published, all);
  const before = new Map(published.stories.map((story) => [story.uuid, story]));
  const drafted = new Set(all.stories.map(({ document }) => document.uuid));
  const unreadable = published.stories.filter(
    (story) => !drafted.has(story.uuid) && drafts.problems.some(({ file }) => isFileOf(file, story)),
  );
  const kept = published.stories.filter(({ uuid }) => drafted.has(uuid) && published.held?.[uuid] === 'saved');
  const stories = drafts.stories.map((draft) => publishStory(draft, before.get(draft.document.uuid), nowIso));
  return { stories: [...stories, ...kept, ...unreadable], datasources: drafts.datasources ?? published.datasources };
}

function withoutHeld({ held = {} }: Published, drafts: Drafts): Drafts {
  return { ...drafts, stories: drafts.stories.filter(({ document }) => !held[document.uuid]) };
}

function publishStory({ document }: DraftStory, before: StoryRecord | undefined, nowIso: string): StoryRecord {
  if (before && sameDocument(before, document)) return before;
  return {
    ...document,
    // Without a date in the file, the modification time is used, which is not the creation.
    created_at: before?.created_at ?? document.created_at,
    updated_at: nowIso,
    published_at: nowIso,
    first_published_at: before?.first_published_at ?? nowIso,
  };
}

/** Cache of equal pairs: a draft is the same object until its file changes. */
const knownEqual = new WeakMap<StoryDocument, StoryDocument>();

/** Whether two documents are equal in everything an editor writes; compared deeply once per pair. */
function sameDocument(one: StoryDocument, two: StoryDocument): boolean {
  if (one === two || knownEqual.get(two) === one) return true;
  const isSame = isDeepStrictEqual(documentOf(one), documentOf(two));
  if (isSame) knownEqual.set(two, one);
  return isSame;
}

function documentOf(story: StoryDocument): unknown {
  const { id, uuid, name, slug, full_slug, parent_id, position, is_folder, is_startpage, tag_list, path, content } =
    story;
  return { id, uuid, name, slug, full_slug, parent_id, position, is_folder, is_startpage, tag_list, path, content };
}

type Comparison<Item> = [
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  same: (one: Item, two: Item) => boolean,
];

/** What is new or another one, and what is gone. */
function differing<Item>(...[before, after, keyOf, same]: Comparison<Item>): Item[] {
  const kept = new Set(after.map(keyOf));
  return [...changedIn(before, after, keyOf, same), ...before.filter((item) => !kept.has(keyOf(item)))];
}

function changedIn<Item>(...[before, after, keyOf, same]: Comparison<Item>): Item[] {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  return after.filter((item) => {
    const was = old.get(keyOf(item));
    return was === undefined || !same(was, item);
  });
}

/** The drafts as the delivery API shows them, with the published dates. */
export function draftContent(published: Published, drafts: Drafts): SpaceContent {
  const before = new Map(published.stories.map((story) => [story.uuid, story]));
  const stories = drafts.stories.map(({ document, changedAt }): StoryRecord => {
    const was = before.get(document.uuid);
    return {
      ...document,
      created_at: was?.created_at ?? document.created_at,
      updated_at: changedAt,
      published_at: was?.published_at ?? null,
      first_published_at: was?.first_published_at ?? null,
    };
  });
  return { stories, datasources: drafts.datasources ?? ([] as readonly Datasource[]) };
}
