import type { Hono } from 'hono';
import { html } from 'hono/html';
import { redirectWithin } from '#server/kit/redirect.ts';
import { type PublishFacts, standingOf } from '#server/publishing/publisher/publish-standing.ts';
import type { Editing } from '../content-service/editing.ts';
import { TEXTS } from '../content-service/published-state.ts';
import type { Env } from './guard.ts';
import type { Say } from './language.ts';
import { editorPage, timeOf } from './page.ts';
import { type ReadTexts, readTextQuery, readTexts, textsPage, textsPath } from './texts-page.ts';

interface TextsOptions {
  readonly editing: Editing;
  readonly publisher: () => Promise<PublishFacts>;
}

/** Nothing is wrong while a publish goes on. */
const LOOKS = { live: 'good', publishing: '', 'held-back': 'bad', paused: 'bad', failed: 'bad' } as const;

/** The texts around the stories. */
export function serveTexts(app: Hono<Env>, { editing: { texts }, publisher }: TextsOptions): void {
  const standing = async (say: Say, path: string) => {
    const change = texts.change();
    if (!change) return '';
    const { state } = standingOf(await publisher(), { version: change.version, fullSlug: TEXTS });
    return html`<p class="notice ${LOOKS[state]}" role="status"><strong>${say(`state_${state}`)}</strong> · ${timeOf(change.at, say)} · ${say(`means_${state}`)} <a href="${path}">${say('check_again')}</a></p>`;
  };
  app.get('/editor/texts/', async (c) => {
    const [say, session, query] = [c.get('say'), c.get('session'), readTextQuery(c.req.query())];
    const count = Number(c.req.query('saved'));
    const told = count > 0 ? html`<p class="notice good" role="status">${say('texts_saved', { count })}</p>` : '';
    const notice = html`${told}${await standing(say, textsPath(query))}`;
    const main = textsPage({ say, session, query, texts: await texts.list(), notice });
    return editorPage(c, { title: say('texts'), main, say, session });
  });
  app.post('/editor/texts/', async (c) => {
    const [say, session, query, form] = [c.get('say'), c.get('session'), readTextQuery(c.req.query()), c.get('form')];
    let read = readTexts(form, await texts.list());
    if (canSave(read)) {
      const count = read.changes.length;
      if (count === 0) return redirectWithin(c, textsPath(query), 303);
      if (await texts.save(read.changes)) return redirectWithin(c, textsPath(query, { saved: `${count}` }), 303);
      // Somebody else has saved in between.
      read = readTexts(form, await texts.list());
    }
    const notice = html`<p class="notice bad" role="alert">${say(read.isStale ? 'stale' : 'texts_unsaved')}</p>`;
    const main = textsPage({ say, session, query, texts: read.texts, sent: { form, read }, notice });
    return editorPage(c, { title: say('texts'), main, say, session, status: read.isStale ? 409 : 422 });
  });
}

function canSave({ isStale, unknown }: ReadTexts): boolean {
  return !isStale && unknown.size === 0;
}
