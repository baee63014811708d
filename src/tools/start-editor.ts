import type { ContentService } from '#server/publishing/content-service/content-service.ts';
import { type Editor, openEditor } from '#server/publishing/editor/editor.ts';
import type { PublisherView } from '#server/publishing/editor/publishing-watch.ts';
import type { PublishResult } from '#server/publishing/publisher/publisher.ts';
import { readCurrent } from '#server/publishing/publisher/release.ts';
import { storyProblems } from '#storyblok/story-problems.ts';
import { REQUIRED_STORIES } from '#storyblok/validate-mirror.ts';
import { allBlockSchemas } from './content-schema.ts';

/** What the editor is told of the publisher, kept up to date by its results. */
export class PublisherNews {
  #failure: PublisherView['failure'];

  take(result: PublishResult): void {
    this.#failure =
      result.kind === 'failed' ? { step: result.step, reason: result.reason, atMs: Date.now() } : undefined;
  }

  async view(releasesDir: string): Promise<PublisherView> {
    const live = await readCurrent(releasesDir);
    return {
      live: live && { release: live.release, contentVersion: live.contentVersion },
      failure: this.#failure,
    };
  }
}

/** The editor of the embedded content service, with the schemas of the very blocks that the pages parse with. */
export async function startEditor(parts: {
  readonly content: ContentService;
  readonly seedDir: string;
  readonly releasesDir: string;
  readonly operatorToken: string;
  readonly news: PublisherNews;
}): Promise<Editor> {
  const schemas = await allBlockSchemas();
  return openEditor({
    editing: parts.content.editing,
    seedDir: parts.seedDir,
    operatorToken: parts.operatorToken,
    checkStory: (content, story) => storyProblems(schemas, content, story),
    required: REQUIRED_STORIES,
    publisher: () => parts.news.view(parts.releasesDir),
  });
}
