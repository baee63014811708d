import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { DEFAULT_LOCALE, LANGUAGE_TAGS, type Locale, localePath } from '#i18n/locale.ts';
import { localeFrom } from '#i18n/preferred-locale.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import { type Html, htmlPage } from '#server/kit/html-page.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { EMAIL_LINK_PATH, NOT_ME_PATH, STOP_PATH } from './messages/identity-messages.ts';
import type { IdentityContext } from './people-context.ts';

/** In the page, because nothing else of it may load; the colours of the site (ui/tokens.css). */
const STYLE = `:root{color-scheme:light dark;--paper:#fbf5e9;--ink:#221a4b;--action:#bd1039;--on-action:#fff}@media(prefers-color-scheme:dark){:root{--paper:#151029;--ink:#f6efe2;--action:#ff8095;--on-action:#151029}}body{margin:0;border-top:.5rem solid var(--action);background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}main{max-width:34rem;margin:0 auto;padding:2.5rem 1.25rem}h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.2}a{display:inline-block;padding:.5rem 0;color:var(--action)}.brand{margin:-.5rem 0 1rem;font-weight:700}.brand a{color:var(--ink);text-decoration:none}button{width:100%;min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:.75rem;background:var(--action);color:var(--on-action);font:inherit;font-weight:700;cursor:pointer}:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  // The link that led here had the secret in its address.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * Writes the page for the link of an e-mail. The lending role serves it, so that it works wherever the e-mail is read,
 * without scripts and without a session.
 */
export function linkPage(
  c: Context,
  { brandName }: Pick<IdentityContext, 'brandName'>,
  { title, main, status = 200 }: { readonly title: string; readonly main: Html; readonly status?: 200 | 404 | 410 },
): Response | Promise<Response> {
  const language = linkLanguage(c);
  const page = htmlPage({
    lang: LANGUAGE_TAGS[language],
    title: `${title} | ${brandName}`,
    head: html`<meta name="color-scheme" content="light dark"><style>${raw(STYLE)}</style>`,
    body: html`<main>
      <p class="brand"><a href="${localePath(language, '')}">${brandName}</a></p>
      <h1>${title}</h1>
      ${main}
    </main>`,
  });
  return c.html(page, status, HEADERS);
}

export function linkLanguage(c: Context): Locale {
  return localeFrom(c.req.query('lang')) ?? DEFAULT_LOCALE;
}

/** Asks for confirmation with a button: the link alone changes nothing, because mail programs open links. */
export function confirmationPage(parts: {
  readonly action: string;
  readonly text: string;
  readonly button: string;
}): Html {
  const { action, text, button } = parts;
  return html`<p>${text}</p><form method="post" action="${action}"><button type="submit">${button}</button></form>`;
}

/** One for each page: a second link that is opened meanwhile does not change what the button of the first one does. */
const LINK_COOKIES = {
  [NOT_ME_PATH]: '__Host-auth-not-me',
  [EMAIL_LINK_PATH]: '__Host-profile-email-link',
  [STOP_PATH]: '__Host-profile-changes-stop',
} as const;
/** The path of a page that links of letters lead to. */
export type LinkPage = keyof typeof LINK_COOKIES;

const TOKEN = /^[\w-]{43}$/;

/**
 * The link of an e-mail, `{page}/{token}`: the token goes into a short-lived cookie that scripts cannot read, and the
 * browser on to the page's own address. So the secret is in no address that is shown, kept or shared. The cookie is
 * `Lax`, because the link is followed from elsewhere.
 */
export function serveLink(app: HttpApp, page: LinkPage): void {
  app.get(`${page}/:token`, (c) => {
    const token = c.req.param('token');
    if (TOKEN.test(token)) c.header('Set-Cookie', siteCookie(LINK_COOKIES[page], token));
    c.header('Cache-Control', 'no-store');
    return redirectWithin(c, `${page}${new URL(c.req.url).search}`, 303);
  });
}

/** The token of the link that was opened before the page. */
export function linkToken(c: Context, page: LinkPage): string {
  return cookieOf(c.req.raw, LINK_COOKIES[page]) ?? '';
}

/** Takes the token when the button was pressed; the cookie has done its work. */
export function takeLinkToken(c: Context, page: LinkPage): string {
  c.header('Set-Cookie', siteCookie(LINK_COOKIES[page], '', 0));
  return linkToken(c, page);
}
