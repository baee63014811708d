import type { Hono } from 'hono';
import { html } from 'hono/html';
import { redirectWithin } from '#server/kit/redirect.ts';
import { type PublishFacts, standingOf } from '#server/publishing/publisher/publish-standing.ts';
import type { Editing } from '../content-service/editing.ts';
import type { EditedText, TextEditing } from '../content-service/editing-texts.ts';
import { TEXTS } from '../content-service/published-state.ts';
import type { Env } from './guard.ts';
import type { Say } from './language.ts';
import { editorPage, timeOf } from './page.ts';
import type { SentForm } from './read-form.ts';
import { readTextQuery, readTexts, type TextProblem, textsPage, textsPath } from './texts-page.ts';

interface TextsOptions {
  readonly editing: Editing;
  readonly publisher: () => Promise<PublishFacts>;
}

/** Nothing is wrong while a publish goes on. */
const LOOKS = { live: 'good', publishing: '', 'held-back': 'bad', paused: 'bad', failed: 'bad' } as const;

/** The texts around the stories. */
export function serveTexts(app: Hono<Env>, { editing, publisher }: TextsOptions): void {
  const standing = async (say: Say, path: string) => {
    const change = editing.texts.change();
    if (!change) return '';
    const { state } = standingOf(await publisher(), { version: change.version, fullSlug: TEXTS });
    return html`<p class="notice ${LOOKS[state]}" role="status"><strong>${say(`state_${state}`)}</strong> · ${timeOf(change.at, say)} · ${say(`means_${state}`)} <a href="${path}">${say('check_again')}</a></p>`;
  };
  app.get('/editor/texts/', async (c) => {
    const [say, session, query] = [c.get('say'), c.get('session'), readTextQuery(c.req.query())];
    const count = Number(c.req.query('saved'));
    const told = count > 0 ? html`<p class="notice good" role="status">${say('texts_saved', { count })}</p>` : '';
    const notice = html`${told}${await standing(say, textsPath(query))}`;
    const main = textsPage({ say, session, query, texts: await editing.texts.list(), notice });
    return editorPage(c, { title: say('texts'), main, say, session });
  });
  app.post('/editor/texts/', async (c) => {
    const [say, session, query, form] = [c.get('say'), c.get('session'), readTextQuery(c.req.query()), c.get('form')];
    const outcome = await saveTexts(editing.texts, form);
    const path = textsPath(query);
    if (outcome.problems.length === 0) {
      const to = outcome.saved === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}saved=${outcome.saved}`;
      return redirectWithin(c, to, 303);
    }
    const { texts, problems } = outcome;
    const notice = html`<p class="notice bad" role="alert">${say('texts_unsaved')}</p>`;
    const main = textsPage({ say, session, query, texts, sent: { form, problems }, notice });
    return editorPage(c, { title: say('texts'), main, say, session, status: 422 });
  });
}

interface TextsOutcome {
  readonly saved: number;
  /** Nothing is saved when there are any. */
  readonly problems: readonly TextProblem[];
  readonly texts: readonly EditedText[];
}

async function saveTexts(editing: TextEditing, form: SentForm): Promise<TextsOutcome> {
  for (;;) {
    const texts = await editing.list();
    const { changes, problems } = readTexts(form, texts);
    if (problems.length > 0 || changes.length === 0) return { saved: 0, problems, texts };
    // False when somebody else saved in between: what they saved is compared.
    if (await editing.save(changes)) return { saved: changes.length, problems, texts };
  }
}
