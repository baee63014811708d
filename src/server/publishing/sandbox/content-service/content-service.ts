import type { Hono } from 'hono';
import { type CdnAccess, type CdnSpace, createCdnRoutes } from './cdn-routes.ts';
import { createEditing, type Editing } from './editing.ts';
import { draftRecord, type Published, publishDrafts, readPublished, writePublished } from './published-state.ts';
import type { WebhookTarget } from './send-webhook.ts';
import { byUuid } from './space.ts';
import { createDraftReader, type DraftSources } from './space-files.ts';

/**
 * Options of the embedded content service: Storyblok's Content Delivery API v2 over files. Drafts are the seed with the
 * editors' changes applied; published content is a snapshot of them.
 */
export interface ContentServiceOptions extends DraftSources, CdnAccess {
  /** The folder of the snapshot and the editors' changes. */
  readonly stateDir: string;
  /** The clock, for tests of dates. */
  readonly now?: () => Date;
  /** Called for every story that an editor publishes or unpublishes. */
  readonly webhook?: WebhookTarget;
}

interface PublishOutcome {
  readonly version: number;
  /** Full slugs of stories and `datasources/<slug>` that changed for visitors, removed ones included. */
  readonly changed: readonly string[];
  /** Files that could not be read, one sentence each; their stories stay unchanged. */
  readonly problems: readonly string[];
}

export interface ContentService {
  /** Routes `/v2/cdn/…`; may be mounted under any prefix. */
  readonly app: Hono;
  /**
   * Publishes every draft, except those that editors saved without publishing (`withSaved` includes them) and those
   * they unpublished. The version is incremented only when something changed.
   */
  publish(options?: { readonly withSaved?: boolean }): Promise<PublishOutcome>;
  /** A number like a Unix time, incremented with every publish that changed something. */
  version(): number;
  readonly editing: Editing;
}

/**
 * Opens the service. A new space is published at once, so that a fresh machine has a site; afterwards edits reach
 * visitors only through publish().
 */
export async function openContentService(options: ContentServiceOptions): Promise<ContentService> {
  const { stateDir, webhook, now = () => new Date() } = options;
  const readDrafts = createDraftReader(options);
  let published = await readPublished(stateDir);

  // Serialised: concurrent publishes would start from the same state.
  let last: Promise<unknown> = Promise.resolve();
  const change = <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const keep = async (next: Published): Promise<void> => {
    if (next === published) return;
    await writePublished(stateDir, next);
    published = next;
  };
  const publish = ({ withSaved = false } = {}): Promise<PublishOutcome> =>
    change(async () => {
      const drafts = await readDrafts();
      if (withSaved) await keep(withoutSaved(published));
      const { next, changed } = publishDrafts(published, drafts, now());
      await keep(next);
      return { version: published.version, changed, problems: drafts.problems.map(({ message }) => message) };
    });

  const space: CdnSpace = {
    version: () => published.version,
    published: () => published,
    drafts: async () => {
      const { stories, datasources = [], problems } = await readDrafts();
      const live = byUuid(published.stories);
      return {
        stories: stories.map((story) => draftRecord(story, live.get(story.document.uuid))),
        datasources,
        problems,
      };
    },
  };
  if (published.version === 0) await publish();
  return {
    app: createCdnRoutes(space, options),
    publish,
    version: () => published.version,
    editing: createEditing({ stateDir, readDrafts, published: () => published, change, keep, now }, webhook),
  };
}

function withoutSaved(published: Published): Published {
  const offline = Object.entries(published.held ?? {}).filter(([, as]) => as === 'offline');
  return { ...published, held: Object.fromEntries(offline) };
}
