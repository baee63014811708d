/** Spanish at the root, English under /en/ (design §5). */
export const LOCALES = ['es', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'es';

/** Texts by key, every one in both languages. */
export type Messages = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

/** BCP 47 tag for `lang` and hreflang. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { es: 'es-PE', en: 'en' };

/** The other language of a two-language site. */
export function otherLocale(locale: Locale): Locale {
  return locale === 'es' ? 'en' : 'es';
}

/** A page's URL, with a trailing slash before anchor and query: (`en`, `preguntas`) → `/en/preguntas/`. */
export function localePath(locale: Locale, path: string): string {
  const match = /^\/?([^?#]*?)\/?([?#].*)?$/.exec(path);
  const slug = match?.[1] ?? '';
  const rest = match?.[2] ?? '';
  return `${locale === DEFAULT_LOCALE ? '/' : `/${locale}/`}${slug === '' ? '' : `${slug}/`}${rest}`;
}

/** The language of a URL path: `/en/preguntas/` → `en`. */
export function localeOfPath(path: string): Locale {
  return path === '/en' || path.startsWith('/en/') ? 'en' : 'es';
}

/** A page's two routes below `[...lang]`: what `getStaticPaths` answers for a page that is in both languages. */
export function localeRoutes(): {
  readonly params: { readonly lang: string | undefined };
  readonly props: { readonly locale: Locale };
}[] {
  return LOCALES.map((locale) => ({
    params: { lang: locale === DEFAULT_LOCALE ? undefined : locale },
    props: { locale },
  }));
}
