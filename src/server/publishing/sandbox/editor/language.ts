import type { Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { COOKIES } from '#api/cookies.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale, otherLocale } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { EDITOR_TEXTS, type EditorTextKey } from './texts.ts';

/** Says a text of the editor in the language that its reader has chosen. */
export interface Say {
  (key: EditorTextKey, values?: Readonly<Record<string, string | number>>): string;
  readonly locale: Locale;
}

const COOKIE = 'editor-language';
const PARAMETER = 'language';

export function sayIn(locale: Locale): Say {
  const say = (key: EditorTextKey, values?: Readonly<Record<string, string | number>>): string =>
    fill(EDITOR_TEXTS[key][locale], values);
  return Object.assign(say, { locale });
}

/** Spanish, unless a browser has chosen otherwise: `?language=en` on any page is remembered, and leads to the page itself. */
export function chooseLanguage<E extends { Variables: { say: Say } }>(app: Hono<E>): void {
  app.use('/editor/*', async (c, next) => {
    const wanted = localeOf(c.req.query(PARAMETER));
    if (wanted === undefined || c.req.method !== 'GET') {
      c.set('say', sayIn(localeOf(getCookie(c, COOKIE)) ?? DEFAULT_LOCALE));
      return next();
    }
    const secure = new URL(c.req.url).protocol === 'https:';
    const { seconds } = COOKIES[COOKIE];
    setCookie(c, COOKIE, wanted, { path: '/editor', httpOnly: true, sameSite: 'Strict', secure, maxAge: seconds });
    return redirectWithin(c, addressWith(c, undefined), 303);
  });
}

/** The page as it is in the other language; undefined for the answer to a form, whose words would be lost. */
export function otherLanguage(
  c: Context,
  { locale }: Say,
): { readonly locale: Locale; readonly href: string } | undefined {
  if (c.req.method !== 'GET') return undefined;
  const other = otherLocale(locale);
  return { locale: other, href: addressWith(c, other) };
}

function localeOf(code: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === code);
}

function addressWith(c: Context, language: Locale | undefined): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete(PARAMETER);
  if (language) searchParams.set(PARAMETER, language);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}
