import { readFileSync } from 'node:fs';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { LANGUAGE_TAGS, otherLocale } from '#i18n/locale.ts';
import { STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { PASSKEY_SCRIPT } from '#i18n/staff-way-in.ts';
import { type Html, htmlPage } from '#server/kit/html-page.ts';
import { ALWAYS } from '#server/kit/page-headers.ts';
import { groupOf, type Looker, SEARCH } from './ask.ts';

export type { Html };

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const ui = (file: string): string => read(`../../../ui/${file}`);

/** Files of the desk, by address: the product's own tokens and parts, and what is the desk's alone. */
export const DESK_FILES: Readonly<
  Record<string, { readonly type: string; readonly text: string | Buffer<ArrayBuffer> }>
> = {
  '/desk/familjen-700.woff2': {
    type: 'font/woff2',
    text: readFileSync(new URL('../../../../public/fonts/familjen-700.woff2', import.meta.url)),
  },
  '/desk/desk.css': {
    type: 'text/css; charset=utf-8',
    text: [
      ui('tokens.css'),
      ui('base.css'),
      ui('button/button.css'),
      ui('field/field.css'),
      read('desk.css'),
      read('desk-figures.css'),
      read('desk-widths.css'),
    ]
      .join('\n')
      .replaceAll('/fonts/', '/desk/'),
  },
  '/desk/icon.svg': { type: 'image/svg+xml', text: read('../../../../public/favicon.svg') },
  '/desk/desk.js': { type: 'text/javascript; charset=utf-8', text: read('desk.js') },
  '/desk/passkey.js': {
    type: 'text/javascript; charset=utf-8',
    text: `const WORDS = ${JSON.stringify(PASSKEY_SCRIPT)};\n${read('passkey.js')}`,
  },
};

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  // A post says where it comes from by it, where a browser has no Sec-Fetch-Site.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  ...Object.fromEntries(['Permissions-Policy', 'Cross-Origin-Opener-Policy'].map((name) => [name, ALWAYS[name] ?? ''])),
};

export type PageStatus = 200 | 202 | 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 428 | 429 | 500 | 503;

interface DeskPage {
  readonly title: string;
  /** In the place of the title above the page: with the client's name, which no title has, because browsers keep them. */
  readonly heading?: Html;
  readonly main: Html;
  readonly status?: PageStatus;
  /** The text that stands in the field of the search. */
  readonly searched?: string;
}

export function deskPage(
  looker: Looker,
  { title, heading, main, status = 200, searched = '' }: DeskPage,
): Response | Promise<Response> {
  const { c, locale, say, who } = looker;
  const document = htmlPage({
    lang: LANGUAGE_TAGS[locale],
    title: `${title} | ${say(DESK.name)}`,
    head: html`<link rel="icon" href="/desk/icon.svg">
      <link rel="stylesheet" href="/desk/desk.css">
      <script src="/desk/desk.js" type="module"></script>`,
    body: html`<a class="skip" href="#main">${say(DESK.skip)}</a>
      <header>
        <a class="brand" href="/desk/">Mañay <span>${say(DESK.name)}</span></a>
        ${who ? navigation(looker) : ''}
        ${who ? search(looker, searched) : ''}
        ${languageView(looker, c)}
        ${who ? account(looker) : ''}
      </header>
      <main id="main" tabindex="-1">
        <h1>${heading ?? title}</h1>
        ${main}
      </main>
      ${who ? keysView(looker) : ''}`,
  });
  return c.html(document, status, HEADERS);
}

function languageView({ locale, say }: Looker, c: Context): Html {
  const other = otherLocale(locale);
  return html`<form method="post" action="/desk/language">
    <input type="hidden" name="to" value="${other}">
    <input type="hidden" name="back" value="${backOf(c)}">
    <button class="text" lang="${LANGUAGE_TAGS[other]}">${say(DESK.language)}</button>
  </form>`;
}

/** A list of the keys: "?" opens it, and without script it stands at the end of the page. */
function keysView({ say }: Looker): Html {
  const keys = KEYS.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${say(words)}</dd></div>`);
  return html`<details id="keys">
    <summary>${say(DESK.keys)}</summary>
    <dl>${keys}</dl>
  </details>`;
}

const KEYS = [
  ['/', DESK.key_search],
  ['?', DESK.key_help],
  ['↓ ↑', DESK.key_rows],
  ['Enter', DESK.key_open],
] as const;

/** The address that a change of language leads back to: a page, not the target of a form alone. */
function backOf(c: Context): string {
  const { pathname, search: query } = new URL(c.req.url);
  const isTarget = c.req.method !== 'GET' && (pathname === SEARCH || pathname === '/desk/language');
  return isTarget ? '/desk/' : `${pathname}${query}`;
}

function search({ say }: Looker, searched: string): Html {
  return html`<form class="search" role="search" method="post" action="${SEARCH}">
    <label for="q">${say(DESK.search)}</label>
    <input class="in" id="q" name="q" type="search" required value="${searched}" autocomplete="off" aria-describedby="q-help">
    <button class="btn sm">${say(DESK.search)}</button>
    <span id="q-help" class="help">${say(DESK.search_hint)}</span>
  </form>`;
}

function account({ who, say }: Looker): Html {
  return html`<form method="post" action="/desk/sign-out">
    <a href="/desk/account">${who?.name}</a>
    <button class="text">${say(DESK.sign_out)}</button>
  </form>`;
}

type Group = keyof typeof STAFF_GROUPS;
/** Subjects in the order of a day's work; the others stand behind them, and what nobody does every day last. */
const BY_WORK: readonly Group[] = [
  'tasks',
  'approvals',
  'applications',
  'person',
  'loan',
  'collections',
  'contact',
  'payments',
  'statements',
  'payouts',
  'complaints',
  'fraud',
  'books',
  'tax-documents',
  'date',
];
const AT_THE_END: readonly Group[] = ['keys', 'maintenance', 'metrics', 'api', 'whoami', 'account', 'logout'];

function turnOf(group: Group): number {
  if (AT_THE_END.includes(group)) return BY_WORK.length + 1 + AT_THE_END.indexOf(group);
  return BY_WORK.includes(group) ? BY_WORK.indexOf(group) : BY_WORK.length;
}

function navigation({ say, acts }: Looker): Html {
  const groups = [...new Set(acts.map(groupOf))].sort((a, b) => turnOf(a) - turnOf(b));
  const links = groups.map((group) => html`<li><a href="/desk/${group}">${say(STAFF_GROUPS[group])}</a></li>`);
  return html`<nav aria-label="${say(DESK.navigation)}">
    <a href="/desk/">${say(DESK.waits)}</a>
    <details>
      <summary>${say(DESK.everything)}</summary>
      <ul>${links}</ul>
    </details>
  </nav>`;
}
