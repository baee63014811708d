import { DEFAULT_LOCALE, LOCALES, type Locale } from './locale.ts';

/** The language the screen sends, else the browser's, else the person's `otherwise`. */
export function preferredLocale(request: Request, otherwise: Locale = DEFAULT_LOCALE): Locale {
  const wanted = (request.headers.get('accept-language') ?? '').toLowerCase().split(',');
  return wanted.map((tag) => localeFrom(tag.trim().slice(0, 2))).find((locale) => locale !== undefined) ?? otherwise;
}

export function localeFrom(text: unknown): Locale | undefined {
  return LOCALES.find((locale) => locale === text);
}
