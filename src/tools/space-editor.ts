import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#server/kit/log.ts';
import { readMovedPages } from '#server/kit/moved-pages.ts';
import type { ContentService } from '#server/publishing/content-service/content-service.ts';
import { SPACE } from '#server/publishing/content-service/space.ts';
import { type Editor, openEditor } from '#server/publishing/editor/editor.ts';
import { loadPreview } from '#server/publishing/preview/build-preview.ts';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { createPreview, type Preview } from '#server/publishing/preview/preview.ts';
import { codeKey } from '#server/publishing/publisher/code-key.ts';
import { leadsSomewhere } from '#server/publishing/publisher/gate.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { toComponent } from '#storyblok/block-schema.ts';
import { storyPath } from '#storyblok/link.ts';
import { storyProblems } from '#storyblok/story-problems.ts';
import { REQUIRED_STORIES } from '#storyblok/validate-mirror.ts';
import { allBlockSchemas } from './block-schemas.ts';

/** The editor of the embedded content service, with the same block schemas as the pages. */
export async function openSpaceEditor(parts: {
  readonly content: ContentService;
  readonly operatorToken: string;
  readonly previewToken: string;
  readonly publisher: () => Promise<PublishFacts>;
  /** The live release, which is there after the first publish. */
  readonly releaseDir: string;
  readonly log: Log;
}): Promise<Editor> {
  const schemas = await allBlockSchemas();
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const { previewToken, content } = parts;
  return openEditor({
    editing: content.editing,
    components: (locale) => schemas.map((schema) => toComponent(schema, locale)),
    isServed: (path) => isServedBy(parts.releaseDir, path),
    operatorToken: parts.operatorToken,
    log: parts.log,
    checkStory: (draft, story) => storyProblems(byName, draft, story),
    required: REQUIRED_STORIES,
    publisher: parts.publisher,
    previewUrl: ({ fullSlug, language }) => {
      const path = `/preview${storyPath(fullSlug, language === 'en' ? 'en' : 'es')}`;
      return signedPreviewPath(path, { spaceId: SPACE.id, previewToken, nowS: Math.floor(Date.now() / 1000) });
    },
  });
}

function isServedBy(releaseDir: string, path: string): boolean {
  if (!existsSync(releaseDir)) return true;
  const moved = new Set(readMovedPages(releaseDir).map(({ from }) => from));
  return leadsSomewhere(path, { has: (file) => existsSync(join(releaseDir, file)) }, moved);
}

/** Previews of drafts; the page is built with the first of them, unless it was warmed up. */
export function openPreview(parts: {
  readonly repoDir: string;
  readonly dataDir: string;
  readonly siteUrl: string;
  readonly contentApiUrl: string;
  readonly previewToken: string;
  readonly lendingUrl: string;
  readonly base: '' | '/preview';
  readonly isStoryblok: boolean;
}): Preview {
  let render: ReturnType<typeof loadPreview> | undefined;
  const build = async (): ReturnType<typeof loadPreview> => {
    const { repoDir, siteUrl, isStoryblok } = parts;
    return loadPreview({ ...parts, codeKey: await codeKey(repoDir, { siteUrl, hasEditor: String(isStoryblok) }) });
  };
  return createPreview({
    ...parts,
    loadRender: () => {
      render ??= build();
      // A failed build is retried with the next request.
      render.catch(() => {
        render = undefined;
      });
      return render;
    },
  });
}
