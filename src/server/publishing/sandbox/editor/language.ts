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

/**
 * Spanish, unless a browser has chosen otherwise: `?language=en` on any page is remembered, and leads to the page
 * itself; with a form it is answered in that language at once, because what was typed is in the request alone.
 */
export function chooseLanguage<E extends { Variables: { say: Say } }>(app: Hono<E>): void {
  app.use('/editor/*', async (c, next) => {
    const wanted = localeOf(c.req.query(PARAMETER));
    c.set('say', sayIn(wanted ?? localeOf(getCookie(c, COOKIE)) ?? DEFAULT_LOCALE));
    if (wanted === undefined) return next();
    const secure = new URL(c.req.url).protocol === 'https:';
    const { seconds } = COOKIES[COOKIE];
    setCookie(c, COOKIE, wanted, { path: '/editor', httpOnly: true, sameSite: 'Strict', secure, maxAge: seconds });
    return c.req.method === 'GET' ? redirectWithin(c, addressWith(c, undefined), 303) : next();
  });
}

/** How a page is had in the other language: by a link, or by sending its form again, so that its words stay. */
export interface OtherLanguage {
  readonly locale: Locale;
  readonly href: string;
  readonly isForm: boolean;
}

/** @param keepsForm the page is the answer to a form, which it shows again with what was typed */
export function otherLanguage(c: Context, { locale }: Say, keepsForm: boolean): OtherLanguage {
  const other = otherLocale(locale);
  if (keepsForm) return { locale: other, href: addressWith(c, other), isForm: true };
  // Some addresses take forms alone.
  const isAddress = c.req.method === 'GET' || c.req.path === '/editor/sign-in';
  return { locale: other, href: isAddress ? addressWith(c, other) : `/editor/?${PARAMETER}=${other}`, isForm: false };
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
