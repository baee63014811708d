import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { EditorSession } from './sessions.ts';

export type Html = ReturnType<typeof html>;

/** Files of the editor's pages, by address. */
export const EDITOR_FILES: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/editor/editor.css': { type: 'text/css; charset=utf-8', text: read('editor.css') },
  '/editor/story.css': { type: 'text/css; charset=utf-8', text: read('story.css') },
  '/editor/editor.js': { type: 'text/javascript; charset=utf-8', text: read('editor.js') },
};

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');
}

/** Pictures may come from Storyblok's host; previews are shown in a frame of our own host. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data: https://a.storyblok.com",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface EditorPage {
  readonly title: string;
  readonly main: Html;
  /** Undefined on the sign-in page. */
  readonly session?: EditorSession | undefined;
  readonly status?: 200 | 401 | 403 | 404 | 409 | 413 | 422 | 429;
  /** Seconds after which a browser without scripts reloads. */
  readonly refreshSeconds?: number;
  readonly wide?: boolean;
}

export function editorPage(c: Context, page: EditorPage): Response | Promise<Response> {
  const { title, main, session, status = 200, refreshSeconds, wide = false } = page;
  const refresh = refreshSeconds
    ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`
    : '';
  const account = session
    ? html`<form method="post" action="/editor/sign-out">${csrfInput(session)}<button class="quiet">Sign out</button></form>`
    : '';
  const document = html`${raw('<!doctype html>')}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} | Mañay editor</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/editor/editor.css"><link rel="stylesheet" href="/editor/story.css"><script src="/editor/editor.js" type="module"></script>${refresh}</head><body><a class="skip" href="#main">Skip to content</a><header class="top"><div class="wrap"><a class="brand" href="/editor/">Mañay <span>editor</span></a><nav aria-label="Editor"><a href="/editor/">Stories</a><a href="/" target="_blank" rel="noopener">Public site</a></nav>${account}</div></header><main id="main" class="wrap${wide ? ' wide' : ''}">${main}</main></body></html>`;
  return c.html(document, status, HEADERS);
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

export function csrfInput(session: EditorSession): Html {
  return html`<input type="hidden" name="csrf" value="${session.csrf}">`;
}

/** An instant in Lima's time. */
export function timeOf(iso: string | null): string {
  if (!iso) return 'never';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/Lima' }).format(
    new Date(iso),
  );
}
