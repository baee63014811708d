import { DEFAULT_LOCALE, LOCALES, type Locale } from './locale.ts';

/**
 * Chooses the language of a request: the one that the screen sends, or the browser's.
 * @param otherwise the person's own; Spanish for people not known yet
 */
export function preferredLocale(request: Request, otherwise: Locale = DEFAULT_LOCALE): Locale {
  const wanted = (request.headers.get('accept-language') ?? '').toLowerCase().split(',');
  return wanted.map((tag) => localeFrom(tag.trim().slice(0, 2))).find((locale) => locale !== undefined) ?? otherwise;
}

export function localeFrom(text: unknown): Locale | undefined {
  return LOCALES.find((locale) => locale === text);
}
