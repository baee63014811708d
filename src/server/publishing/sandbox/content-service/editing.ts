import { isDeepStrictEqual } from 'node:util';
import { storyEditFile, writeEdit } from './edits.ts';
import {
  draftRecord,
  isPublishedAs,
  type Published,
  publishOne,
  type StoryChange,
  unpublishOne,
  withHeld,
} from './published-state.ts';
import { reportStory, type StoryAction, type WebhookTarget } from './send-webhook.ts';
import { type Block, byUuid, type FileProblem, SPACE, type StoryRecord } from './space.ts';
import type { Drafts } from './space-files.ts';

/** A story as its editors see it. */
export interface EditedStory {
  readonly draft: StoryRecord;
  /** The published version; undefined without one. */
  readonly published: StoryRecord | undefined;
  /** Whether the draft differs from the published version. */
  readonly isChanged: boolean;
  /** Its last publish or unpublish; undefined before the first. */
  readonly change: StoryChange | undefined;
}

/** Acts of editors on single stories; the seed is only read. */
export interface Editing {
  /** Beside the default one. */
  readonly languageCodes: readonly string[];
  /** Every story except folders, and the files that cannot be read. */
  list(): Promise<{ readonly stories: readonly EditedStory[]; readonly problems: readonly FileProblem[] }>;
  /**
   * Writes the draft; it reaches visitors only when this story is published.
   * @param over the draft that this one was made from
   * @returns false, with nothing written, when the draft is another one by now
   */
  save(uuid: string, content: Block, over?: Block): Promise<boolean>;
  /** Publishes a story. Returns the space's version with the change. */
  publish(uuid: string): Promise<number>;
  /** Unpublishes the story and keeps its draft. Returns the space's version without it. */
  unpublish(uuid: string): Promise<number>;
}

/** The state and the queue that editing shares with the service; the queue serialises changes. */
interface EditedSpace {
  readonly stateDir: string;
  readonly readDrafts: () => Promise<Drafts>;
  readonly published: () => Published;
  readonly change: <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly keep: (next: Published) => Promise<void>;
  readonly now: () => Date;
}

export function createEditing(space: EditedSpace, webhook: WebhookTarget | undefined): Editing {
  const { stateDir, readDrafts, published, change, keep, now } = space;
  const list: Editing['list'] = async () => {
    const drafts = await readDrafts();
    const live = byUuid(published().stories);
    const stories = drafts.stories.filter(({ document }) => !document.is_folder);
    return {
      stories: stories.map((story) => {
        const was = live.get(story.document.uuid);
        const isChanged = was === undefined || !isPublishedAs(story.document, was);
        const change = published().changes?.[story.document.uuid];
        return { draft: draftRecord(story, was), published: was, isChanged, change };
      }),
      problems: drafts.problems,
    };
  };
  const publishAs = async (uuid: string, action: StoryAction, next: () => Promise<Published>): Promise<number> => {
    const { version, story } = await change(async () => {
      const find = () => published().stories.find((one) => one.uuid === uuid);
      const before = find();
      await keep(await next());
      return { version: published().version, story: find() ?? before };
    });
    if (webhook && story) await reportStory(webhook, story, action);
    return version;
  };
  return {
    languageCodes: SPACE.languageCodes,
    list,
    save: (uuid, content, over) =>
      change(async () => {
        const draft = (await readDrafts()).stories.find(({ document }) => document.uuid === uuid);
        if (!draft) throw new Error(`There is no file of the story ${uuid} in the seed`);
        if (over && !isDeepStrictEqual(draft.document.content, over)) return false;
        // Marked before the draft is written: a concurrent publish of everything must not include it.
        if (published().held?.[uuid] !== 'offline') await keep(withHeld(published(), uuid, 'saved'));
        await writeEdit(stateDir, await storyEditFile(stateDir, draft.document), content);
        return true;
      }),
    publish: (uuid) =>
      publishAs(uuid, 'published', async () => publishOne(published(), await readDrafts(), uuid, now())),
    unpublish: (uuid) => publishAs(uuid, 'unpublished', async () => unpublishOne(published(), uuid, now())),
  };
}
