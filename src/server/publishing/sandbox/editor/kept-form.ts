import type { Context } from 'hono';
import { html } from 'hono/html';
import { keptInputs } from './conflict-page.ts';
import type { Say } from './language.ts';
import { csrfInput, type Html } from './page.ts';
import { type SentForm, TEXTS_DRAFT } from './read-form.ts';
import type { EditorSession } from './sessions.ts';

/** A form that could not be taken as it came, and where it was sent. */
export interface KeptForm {
  readonly action: string;
  readonly form: SentForm;
}

/** The names of a kept form's inputs in the form of the sign-in begin with this. */
const KEPT = 'kept:';
const ACTION = 'kept-for';
const FORM_PATH = /^\/editor\/(?:stories\/[\w-]{1,64}\/(?:\?lang=[\w-]{1,16})?|texts\/(?:\?[\w%&=+.-]{0,400})?)$/;
/** Longer texts of a form that is too large can be shortened on its page. */
const LONG_CHARS = 20_000;

/** Only what came from one of our own pages is kept: another site could have typed it. */
export function isFromOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined ? c.req.header('origin') === new URL(c.req.url).origin : site === 'same-origin';
}

/** A form with an editor's words as it came; undefined for any other form. */
export function formSent(c: Context, form: SentForm): KeptForm | undefined {
  const { pathname, search } = new URL(c.req.url);
  const action = `${pathname}${search}`;
  return FORM_PATH.test(action) && form.has('draft') ? { action, form } : undefined;
}

/** The inputs that carry a form through the sign-in. */
export function inputsThroughSignIn({ action, form }: KeptForm): Html {
  return html`<input type="hidden" name="${ACTION}" value="${action}">${keptInputs(form, new Set(['csrf']), KEPT)}`;
}

/** The form that was carried through the sign-in. */
export function formThroughSignIn(form: SentForm): KeptForm | undefined {
  const action = form.get(ACTION) ?? '';
  if (!FORM_PATH.test(action)) return undefined;
  const kept = [...form].filter(([name]) => name.startsWith(KEPT));
  return { action, form: new Map(kept.map(([name, value]) => [name.slice(KEPT.length), value])) };
}

/** Texts have no draft: saved, they are published. */
function isPublished(form: SentForm): boolean {
  return form.get('do') === 'publish' || form.get('draft') === TEXTS_DRAFT;
}

/** What was typed, to be sent again by a press of the person. */
export function keptFormPage(
  { action, form }: KeptForm,
  {
    title,
    words,
    say,
    session,
    isLong,
  }: {
    readonly title: string;
    readonly words: string;
    readonly say: Say;
    readonly session: EditorSession;
    readonly isLong?: boolean;
  },
): Html {
  const long = isLong ? [...form].filter(([, value]) => value.length > LONG_CHARS) : [];
  const areas = long.map(
    ([name, value], at) =>
      html`<div class="field"><label for="long-${at}">${say('long_text', { count: value.length })}</label><textarea id="long-${at}" name="${name}" rows="12">\n${value}</textarea></div>`,
  );
  const left = new Set(['csrf', ...long.map(([name]) => name)]);
  return html`<div class="gate"><h1>${title}</h1><p>${words}</p><form method="post" action="${action}" class="story">${keptInputs(form, left)}${csrfInput(session)}${areas}<button class="primary">${say(isPublished(form) ? 'send_again_publish' : 'send_again')}</button></form></div>`;
}
