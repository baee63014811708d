import type { BlockSchema } from '#storyblok/block-schema.ts';
import { allBlockSchemas } from '../block-schemas.ts';
import { codeKey } from '../publisher/code-key.ts';
import { storyProblems } from '../sync/story-problems.ts';
import { loadPreview } from './build-preview.ts';
import { createPreview, type Preview } from './preview.ts';

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
  let schemas: Promise<ReadonlyMap<string, BlockSchema>> | undefined;
  return createPreview({
    ...parts,
    checkDraft: async (content, story) => {
      schemas ??= allBlockSchemas().then((all) => new Map(all.map((schema) => [schema.name, schema])));
      return storyProblems(await schemas, content, story);
    },
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
