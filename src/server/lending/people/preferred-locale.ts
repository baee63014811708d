import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';

/** The browser's language if it is one of ours; used while the person has chosen none. */
export function preferredLocale(request: Request): Locale {
  const wanted = (request.headers.get('accept-language') ?? '').toLowerCase().split(',');
  return (
    wanted.map((tag) => localeFrom(tag.trim().slice(0, 2))).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE
  );
}

export function localeFrom(text: unknown): Locale | undefined {
  return LOCALES.find((locale) => locale === text);
}
