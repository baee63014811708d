/**
 * The languages of the product on the wire, the one without a prefix in addresses first. They are `LOCALES` of
 * i18n/locale.ts, which a test compares: the contract must not import texts.
 */
export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Parts a URL path, with or without its first slash, into its language and the rest: `/en/preguntas/` → `en`,
 * `/preguntas/`; `/preguntas/` → undefined, `/preguntas/`.
 */
export function splitLanguage(path: string): readonly [language: Language | undefined, rest: string] {
  const [, first = '', rest = ''] = /^\/?([^/]*)(.*)$/s.exec(path) ?? [];
  const language = LANGUAGES.slice(1).find((known) => known === first);
  return language ? [language, rest || '/'] : [undefined, path];
}
