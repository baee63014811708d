import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { DEFAULT_LOCALE, LANGUAGE_TAGS, type Locale } from '#i18n/locale.ts';
import { readBytes } from '#server/kit/request-body.ts';
import { localeFrom } from './preferred-locale.ts';

type Markup = ReturnType<typeof html>;

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  // The address of the page is the secret.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};
const MAX_FORM_BYTES = 4096;

/**
 * A page for the link of an e-mail, served by the lending role: it works wherever the e-mail is read, without scripts
 * and without a session.
 */
export function linkPage(
  c: Context,
  { title, main, status = 200 }: { readonly title: string; readonly main: Markup; readonly status?: 200 | 410 },
): Response | Promise<Response> {
  const language = linkLanguage(c);
  return c.html(
    html`${raw('<!DOCTYPE html>')}<html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main></body></html>`,
    status,
    HEADERS,
  );
}

export function linkLanguage(c: Context): Locale {
  return localeFrom(c.req.query('lang')) ?? DEFAULT_LOCALE;
}

/** Asks for confirmation with a button: the link alone changes nothing, because mail programs open links. */
export function confirmationPage(
  c: Context,
  { action, text, button }: { readonly action: string; readonly text: string; readonly button: string },
): Markup {
  return html`<p>${text}</p><form method="post" action="${action}"><input type="hidden" name="token" value="${c.req.param('token') ?? ''}"><button type="submit">${button}</button></form>`;
}

/** The token submitted by the button. */
export async function sentToken(c: Context): Promise<string> {
  const bytes = await readBytes(c.req.raw, MAX_FORM_BYTES);
  const form = new URLSearchParams(bytes === 'too-large' ? '' : new TextDecoder().decode(bytes));
  return form.get('token') ?? '';
}
