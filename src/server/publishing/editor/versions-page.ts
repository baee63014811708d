import { html } from 'hono/html';
import type { StoryVersion } from '#server/publishing/content-service/versions.ts';
import type { DraftBlock } from './block-tree.ts';
import { differencesOf } from './compare-stories.ts';
import { nameOfPlace, type Words, wordsOfSide } from './conflict-page.ts';
import { csrfInput, type Html, timeOf } from './page.ts';
import type { EditorSession } from './sessions.ts';

/** The version that visitors have, among those by number. */
export const PUBLISHED = 'published';

interface VersionsPage {
  readonly name: string;
  readonly storyUrl: string;
}

/** Every version to which a story can go back. @param versions the newest first, which is the draft */
export function versionsPage(
  { name, storyUrl }: VersionsPage,
  versions: readonly StoryVersion[],
  publishedAt: string | null | undefined,
): Html {
  const link = (id: string, words: string): Html => html`<li><a href="${storyUrl}versions/${id}">${words}</a></li>`;
  const published = publishedAt === undefined ? '' : link(PUBLISHED, `What is published (${timeOf(publishedAt)})`);
  const older = versions.slice(1).map(({ id, at }) => link(id, `Saved ${timeOf(at)}`));
  return html`<div class="gate"><h1>Earlier versions of ${name}</h1><p>The last twenty drafts are kept. Each is compared with the draft before anything changes.</p><ul>${published}${older}</ul><p><a href="${storyUrl}">Back to the story</a></p></div>`;
}

/** How the draft differs from a version, and a button that brings the version back. */
export function comparePage(
  page: VersionsPage & Words & { readonly session: EditorSession; readonly draftMark: string; readonly id: string },
  draft: DraftBlock,
  version: DraftBlock,
): Html {
  const { name, storyUrl, session, draftMark, id } = page;
  const differences = differencesOf(version, draft, page.components);
  const rows = differences.map(
    (difference) =>
      html`<section><h2>${nameOfPlace(difference, page)}</h2><h3>In that version</h3><pre>${wordsOfSide(difference, 'mine', page)}</pre><h3>In the draft</h3><pre>${wordsOfSide(difference, 'theirs', page)}</pre></section>`,
  );
  const act =
    differences.length === 0
      ? html`<p>The draft is the same.</p>`
      : html`${rows}<form method="post" action="${storyUrl}versions/${id}">${csrfInput(session)}<input type="hidden" name="draft" value="${draftMark}"><p>The draft of now stays among the versions. Visitors see nothing of it before you publish.</p><button class="primary">Go back to that version</button></form>`;
  return html`<div class="gate"><h1>${name}: ${id === PUBLISHED ? 'what is published' : 'an earlier version'}, and the draft</h1>${act}<p><a href="${storyUrl}versions/">All versions</a></p></div>`;
}
