import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { localeFrom } from '#i18n/preferred-locale.ts';
import type { Log } from '#server/kit/log.ts';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { EDITOR_LANGUAGE } from '#server/publishing/preview/preview.ts';
import { leadsToLive } from '#server/publishing/publisher/gate.ts';
import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { toComponent } from '#storyblok/block-schema.ts';
import { storyPath } from '#storyblok/link.ts';
import { openMirror } from '#storyblok/mirror.ts';
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
  readonly dataDir: string;
  readonly log: Log;
}): Promise<Editor> {
  const schemas = await allBlockSchemas();
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const { previewToken, content } = parts;
  const current = join(parts.dataDir, 'releases/current');
  const mirror = openMirror(join(parts.dataDir, 'mirror'));
  return openEditor({
    editing: content.editing,
    components: (locale) => schemas.map((schema) => toComponent(schema, locale)),
    operatorToken: parts.operatorToken,
    log: parts.log,
    checkStory: (draft, story) => storyProblems(byName, draft, story, { accounts: mirror.readAccounts() }),
    publisher: parts.publisher,
    isLive: (path) => !existsSync(current) || leadsToLive(path, current),
    previewUrl: ({ fullSlug, language, editor }) => {
      const path = `/preview${storyPath(fullSlug, localeFrom(language) ?? DEFAULT_LOCALE)}`;
      const signed = { spaceId: SPACE.id, previewToken, nowS: Math.floor(Date.now() / 1000) };
      return `${signedPreviewPath(path, signed)}&${EDITOR_LANGUAGE}=${editor}`;
    },
  });
}
