import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '#server/kit/config.ts';
import { readSmallFile } from '#server/kit/small-file.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { byUuid, type SpaceContent, type StoriesByUuid, type StoryDocument, type StoryRecord } from './space.ts';
import { type DraftStory, type Drafts, isFileOf } from './space-files.ts';

/** Published content: the drafts at the time of their last publish. */
export interface Published extends SpaceContent {
  /** A number like a Unix time, incremented with every publish that changed something; 0 before the first. */
  readonly version: number;
  /** Stories that editors hold back, by uuid; publishing everything skips them. */
  readonly held?: Held;
  /** By uuid: when visitors' version of a story changed last, and the version of the space with it. */
  readonly changes?: Readonly<Record<string, StoryChange>>;
}

/** One publish of a story, or its taking off. */
export interface StoryChange {
  readonly version: number;
}

/** `saved`: the draft is not to be published yet. `offline`: the story is unpublished on purpose. */
export type Held = Readonly<Record<string, 'saved' | 'offline'>>;

const NOTHING: Published = { version: 0, stories: [], datasources: [] };

/** Reads the state; nothing before the first publish. @throws ConfigError when the file is damaged */
export async function readPublished(stateDir: string): Promise<Published> {
  const path = join(stateDir, 'published.json');
  const file = readSmallFile<Published>(path, ({ version, stories, datasources }) => {
    return typeof version === 'number' && Array.isArray(stories) && Array.isArray(datasources);
  });
  if (file.kind === 'missing') return NOTHING;
  if (file.kind === 'read') return file.value;
  // The file is written atomically, so this is disk damage or a manual edit: no guess is safe.
  throw new ConfigError(`${path} is damaged; remove it and the stories are published anew (${file.sentence})`);
}

export function writePublished(stateDir: string, published: Published): Promise<void> {
  return writeAtomically(join(stateDir, 'published.json'), JSON.stringify(published));
}

/**
 * Publishes all drafts except those held back. Returns the new state, or the same object when nothing changes, and the
 * full slugs and `datasources/<slug>` that change with it.
 */
export function publishDrafts(
  published: Published,
  drafts: Drafts,
  now: Date,
): { readonly next: Published; readonly changed: readonly string[] } {
  const merged = merge(published, drafts, now.toISOString());
  const stories = differing(published.stories, merged.stories, ({ uuid }) => uuid);
  const datasources = differing(published.datasources, merged.datasources, ({ slug }) => slug);
  const changed = [...stories.map((story) => story.full_slug), ...datasources.map(({ slug }) => `datasources/${slug}`)];
  if (changed.length === 0) return { next: published, changed };
  const uuids = stories.map(({ uuid }) => uuid);
  return { next: nextVersion({ ...published, ...merged }, uuids, now), changed: changed.sort() };
}

/** The state after publishing one story and its folders. @param uuid of a draft */
export function publishOne(published: Published, drafts: Drafts, uuid: string, now: Date): Published {
  const draft = drafts.stories.find(({ document }) => document.uuid === uuid);
  if (!draft) return published;
  const { full_slug } = draft.document;
  const folders = drafts.stories.filter(
    ({ document: folder }) => folder.is_folder && full_slug.startsWith(`${folder.full_slug}/`),
  );
  const before = byUuid(published.stories);
  const next = [draft, ...folders].map((one) => publishStory(one, before, now.toISOString()));
  const released = withHeld(published, uuid, undefined);
  if (next.every((story) => before.get(story.uuid) === story)) return released;
  const stories = [...new Map([...before, ...byUuid(next)]).values()];
  return nextVersion({ ...released, stories }, [uuid], now);
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

/** Makes the next version of the state, in which these uuids have changed. */
function nextVersion(published: Published, changed: readonly string[], now: Date): Published {
  const version = Math.max(Math.floor(now.getTime() / 1000), published.version + 1);
  const changes = Object.fromEntries(changed.map((key) => [key, { version }]));
  return { ...published, version, changes: { ...published.changes, ...changes } };
}

/** An unreadable draft does not unpublish its story; a removed file does. */
function merge(published: Published, drafts: Drafts, nowIso: string): SpaceContent {
  const { held = {}, datasources } = published;
  const before = byUuid(published.stories);
  const drafted = new Set(drafts.stories.map(({ document }) => document.uuid));
  const kept = published.stories.filter((story) =>
    drafted.has(story.uuid) ? held[story.uuid] === 'saved' : drafts.problems.some(({ file }) => isFileOf(file, story)),
  );
  const released = drafts.stories.filter(({ document }) => !held[document.uuid]);
  const stories = released.map((draft) => publishStory(draft, before, nowIso));
  return { stories: [...stories, ...kept], datasources: drafts.datasources ?? datasources };
}

function publishStory(draft: DraftStory, published: StoriesByUuid, nowIso: string): StoryRecord {
  const before = published.get(draft.document.uuid);
  if (before && isPublishedAs(draft.document, before)) return before;
  const record = draftRecord({ ...draft, changedAt: nowIso }, before);
  return { ...record, published_at: nowIso, first_published_at: record.first_published_at ?? nowIso };
}

/** Cache of equal pairs: a draft is the same object until its file changes. */
const knownEqual = new WeakMap<StoryDocument, StoryDocument>();

/** Tells whether a draft equals its published version in everything an editor writes; compared deeply once per pair. */
export function isPublishedAs(draft: StoryDocument, published: StoryRecord): boolean {
  if (knownEqual.get(draft) === published) return true;
  const isSame = isDeepStrictEqual(published, { ...published, ...draft, created_at: published.created_at });
  if (isSame) knownEqual.set(draft, published);
  return isSame;
}

/** Finds the items that are new, changed or gone. */
function differing<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const kept = new Set(after.map(keyOf));
  const changed = after.filter((item) => !isDeepStrictEqual(item, old.get(keyOf(item))));
  return [...changed, ...before.filter((item) => !kept.has(keyOf(item)))];
}

/** A draft as the delivery API shows it, with the dates of the published version. */
export function draftRecord({ document, changedAt }: DraftStory, published: StoryRecord | undefined): StoryRecord {
  // A file without a date of creation has that of its last change, which is another one.
  const { created_at = document.created_at, published_at = null, first_published_at = null } = published ?? {};
  return { ...document, created_at, updated_at: changedAt, published_at, first_published_at };
}
