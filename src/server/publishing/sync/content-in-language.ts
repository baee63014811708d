interface Languages {
  /** A language of the space, or undefined for the default one. */
  readonly language: string | undefined;
  readonly fallbackLanguage?: string | undefined;
}

const TRANSLATION = '__i18n__';

/**
 * Fields in the requested language under their plain names. An untranslated or blank one falls back to the fallback
 * language and then the default one; the response says `lang: "en"` anyway, as the real service does.
 */
export function translate(value: object, languages: Languages): Readonly<Record<string, unknown>> {
  const fields = value as Readonly<Record<string, unknown>>;
  const translated: Record<string, unknown> = {};
  for (const name of plainNames(fields)) {
    const chosen =
      translationOf(fields, name, languages.language) ?? translationOf(fields, name, languages.fallbackLanguage);
    const own = chosen ?? fields[name];
    if (own !== undefined) translated[name] = translateAny(own, languages);
  }
  return translated;
}

/** A field that exists only in another language is empty in the default one. */
function plainNames(fields: Readonly<Record<string, unknown>>): Set<string> {
  return new Set(Object.keys(fields).map((name) => name.split(TRANSLATION, 1)[0] ?? name));
}

function translateAny(value: unknown, languages: Languages): unknown {
  if (Array.isArray(value)) return value.map((item) => translateAny(item, languages));
  return typeof value === 'object' && value !== null ? translate(value, languages) : value;
}

function translationOf(fields: Readonly<Record<string, unknown>>, name: string, language: string | undefined): unknown {
  if (!language) return undefined;
  const value = fields[`${name}${TRANSLATION}${language.replaceAll('-', '_')}`];
  return value === null || value === '' ? undefined : value;
}

/** A story's content in one language. @param language undefined for the default one */
export function contentIn<Content extends object>(content: Content, language: string | undefined): Content {
  return translate(content, { language }) as Content;
}
