import { html } from 'hono/html';
import type { StoryVersion } from '../content-service/versions.ts';
import type { DraftBlock } from './block-tree.ts';
import { differencesOf } from './compare-stories.ts';
import { nameOfPlace, type Words, wordsOfSide } from './conflict-page.ts';
import type { Say } from './language.ts';
import { csrfInput, type Html, timeOf } from './page.ts';
import type { EditorSession } from './sessions.ts';

/** The version that visitors have, among those by number. */
export const PUBLISHED = 'published';

interface VersionsPage {
  readonly say: Say;
  readonly name: string;
  readonly storyUrl: string;
}

/** Every version to which a story can go back. @param versions the newest first, without the draft */
export function versionsPage(
  { say, name, storyUrl }: VersionsPage,
  versions: readonly StoryVersion[],
  publishedAt: string | null | undefined,
): Html {
  const link = (id: string, words: string): Html => html`<li><a href="${storyUrl}versions/${id}">${words}</a></li>`;
  const published =
    publishedAt === undefined ? '' : link(PUBLISHED, say('version_published', { when: timeOf(publishedAt, say) }));
  const older = versions.map(({ id, at }) => link(id, say('version_saved', { when: timeOf(at, say) })));
  return html`<div class="gate"><h1>${say('versions_title', { name })}</h1><p>${say('versions_lead')}</p><ul>${published}${older}</ul><p><a href="${storyUrl}">${say('back_to_story')}</a></p></div>`;
}

/** How the draft differs from a version, and a button that brings the version back. */
export function comparePage(
  page: VersionsPage & Words & { readonly session: EditorSession; readonly draftMark: string; readonly id: string },
  draft: DraftBlock,
  version: DraftBlock,
): Html {
  const { say, name, storyUrl, session, draftMark, id } = page;
  const differences = differencesOf(version, draft, page.components);
  const rows = differences.map(
    (difference) =>
      html`<section><h2>${nameOfPlace(difference, page)}</h2><h3>${say('in_version')}</h3><pre>${wordsOfSide(difference, 'mine', page)}</pre><h3>${say('in_draft')}</h3><pre>${wordsOfSide(difference, 'theirs', page)}</pre></section>`,
  );
  const act =
    differences.length === 0
      ? html`<p>${say('same_draft')}</p>`
      : html`${rows}<form method="post" action="${storyUrl}versions/${id}">${csrfInput(session)}<input type="hidden" name="draft" value="${draftMark}"><p>${say('go_back_means')}</p><button class="primary">${say('go_back')}</button></form>`;
  return html`<div class="gate"><h1>${say(id === PUBLISHED ? 'compare_published' : 'compare_earlier', { name })}</h1>${act}<p><a href="${storyUrl}versions/">${say('all_versions')}</a></p></div>`;
}
