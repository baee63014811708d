import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { formatDate } from '#i18n/format-date.ts';
import { LANGUAGE_TAGS } from '#i18n/locale.ts';
import { hiddenInputs } from '#server/kit/html-form.ts';
import { type Html, htmlPage } from '#server/kit/html-page.ts';
import { type OtherLanguage, otherLanguage, type Say } from './language.ts';
import type { EditorSession } from './sessions.ts';

export type { Html };

/** Files of the editor's pages, by address. */
export const EDITOR_FILES: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/editor/editor.css': { type: 'text/css; charset=utf-8', text: read('editor.css') },
  '/editor/editor.js': { type: 'text/javascript; charset=utf-8', text: read('editor.js') },
};

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');
}

/** Previews are shown in a frame of our own host. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Each in its own language, for readers who know no other. */
const LANGUAGE_NAMES = { es: 'Español', en: 'English' } as const;

export interface EditorPage {
  readonly title: string;
  readonly main: Html;
  readonly say: Say;
  /** Undefined on the sign-in page. */
  readonly session?: EditorSession | undefined;
  readonly status?: 200 | 401 | 403 | 404 | 409 | 413 | 422 | 429;
  /** Seconds after which a browser without scripts reloads. */
  readonly refreshSeconds?: number | undefined;
  readonly wide?: boolean;
  /** The form of the page has words that are nowhere else: another language sends it again. */
  readonly keepsForm?: boolean;
}

export function editorPage(c: Context, page: EditorPage): Response | Promise<Response> {
  const { title, main, say, session, status = 200, refreshSeconds, wide = false, keepsForm = false } = page;
  const refresh = refreshSeconds
    ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`
    : '';
  const account = session
    ? html`<form method="post" action="/editor/sign-out">${csrfInput(session)}<button class="quiet">${say('sign_out')}</button></form>`
    : '';
  const language = languageSwitch(otherLanguage(c, say, keepsForm));
  const document = htmlPage({
    lang: LANGUAGE_TAGS[say.locale],
    title: `${title} | Mañay ${say('product')}`,
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/editor/editor.css">
      <script src="/editor/editor.js" type="module"></script>
      ${refresh}`,
    body: html`<a class="skip" href="#main">${say('skip')}</a>
      <header class="top"><div class="wrap">
        <a class="brand" href="/editor/">Mañay <span>${say('product')}</span></a>
        <nav aria-label="${say('navigation')}">
          <a href="/editor/">${say('stories')}</a>
          <a href="/" target="_blank" rel="noopener">${say('public_site')}</a>
          ${language}
        </nav>
        ${account}
      </div></header>
      <main id="main" class="wrap${wide ? ' wide' : ''}">
        ${main}
      </main>`,
  });
  return c.html(document, status, HEADERS);
}

function languageSwitch({ locale, href, isForm }: OtherLanguage): Html {
  const [tag, name] = [LANGUAGE_TAGS[locale], LANGUAGE_NAMES[locale]];
  return isForm
    ? html`<button form="story" name="do" value="language" formaction="${href}" formnovalidate class="link" lang="${tag}">${name}</button>`
    : html`<a href="${href}" lang="${tag}" hreflang="${tag}">${name}</a>`;
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** The address of a story's form. */
export function storyPath(uuid: string, language: string | undefined): string {
  return `/editor/stories/${uuid}/${language ? `?lang=${language}` : ''}`;
}

export function csrfInput(session: EditorSession): Html {
  return hiddenInputs([['csrf', session.csrf]]);
}

/** An instant in Lima's time: `14/02/2026 9:30`. */
export function timeOf(iso: string | null | undefined, say: Say): string {
  if (!iso) return say('never');
  const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Lima' });
  const [date = '', time = ''] = parts.format(new Date(iso)).split(' ');
  return `${formatDate(date)} ${time}`;
}
