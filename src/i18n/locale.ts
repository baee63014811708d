/** The languages of the product, the one of the root first: Spanish at the root, English under /en/ (design §5). */
export const LOCALES = ['es', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = LOCALES[0];

/** Texts by key, every one in both languages. */
export type Messages = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

/** BCP 47 tag for `lang` and hreflang. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { es: 'es-PE', en: 'en' };

/** Names in English, for what operators and editors read. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { es: 'Spanish', en: 'English' };

/** Lists the languages into which the default one is translated. */
export function translatedLocales(): Locale[] {
  return LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
}

/** Gives the language that a switch leads to: the next one, after the last the first. */
export function otherLocale(locale: Locale): Locale {
  return LOCALES[(LOCALES.indexOf(locale) + 1) % LOCALES.length] as Locale;
}

/** Lists the languages of a text that binds in the default one: that, and a person's own if it is another. */
export function withDefaultLocale(locale: Locale): Locale[] {
  return [...new Set([DEFAULT_LOCALE, locale])];
}

/**
 * Builds a page's URL in a language, always with a trailing slash: (`en`, `preguntas`) → `/en/preguntas/`, (`es`, ``) →
 * `/`. An anchor or a query stays behind the slash.
 */
export function localePath(locale: Locale, path: string): string {
  const [, slug = '', rest = ''] = /^\/?([^?#]*?)\/?([?#].*)?$/.exec(path) as RegExpExecArray;
  return `/${locale === DEFAULT_LOCALE ? '' : `${locale}/`}${slug && `${slug}/`}${rest}`;
}

/** Tells the language of a URL path: `/en/preguntas/` → `en`. */
export function localeOfPath(path: string): Locale {
  return LOCALES.find((locale) => locale === path.split('/')[1]) ?? DEFAULT_LOCALE;
}

/** Takes the language off a URL path: `/en/preguntas/` → `/preguntas/`, `/en` → `/`. */
export function withoutLocale(path: string): string {
  const locale = localeOfPath(path);
  return locale === DEFAULT_LOCALE ? path : path.slice(1 + locale.length) || '/';
}

/** Lists a page's two routes below `[...lang]`: the answer of `getStaticPaths` for a page that is in both languages. */
export function localeRoutes(): {
  readonly params: { readonly lang: string | undefined };
  readonly props: { readonly locale: Locale };
}[] {
  return LOCALES.map((locale) => ({
    params: { lang: locale === DEFAULT_LOCALE ? undefined : locale },
    props: { locale },
  }));
}
