import type { Log } from '#server/kit/log.ts';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { toComponent } from '#storyblok/block-schema.ts';
import { storyPath } from '#storyblok/link.ts';
import { allBlockSchemas } from '../block-schemas.ts';
import { storyProblems } from '../sync/story-problems.ts';
import type { ContentService } from './content-service/content-service.ts';
import { SPACE } from './content-service/space.ts';
import { type Editor, openEditor } from './editor/editor.ts';

/** The editor of the embedded content service, with the same block schemas as the pages. */
export async function openSpaceEditor(parts: {
  readonly content: ContentService;
  readonly operatorToken: string;
  readonly previewToken: string;
  readonly publisher: () => Promise<PublishFacts>;
  readonly log: Log;
}): Promise<Editor> {
  const schemas = await allBlockSchemas();
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const { previewToken, content } = parts;
  return openEditor({
    editing: content.editing,
    components: (locale) => schemas.map((schema) => toComponent(schema, locale)),
    operatorToken: parts.operatorToken,
    log: parts.log,
    checkStory: (draft, story) => storyProblems(byName, draft, story),
    publisher: parts.publisher,
    previewUrl: ({ fullSlug, language }) => {
      const path = `/preview${storyPath(fullSlug, language === 'en' ? 'en' : 'es')}`;
      return signedPreviewPath(path, { spaceId: SPACE.id, previewToken, nowS: Math.floor(Date.now() / 1000) });
    },
  });
}
