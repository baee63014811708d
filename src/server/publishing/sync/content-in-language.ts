const TRANSLATION = '__i18n__';

/**
 * A content's fields in a language under their plain names, as a content service answers them. An untranslated or blank
 * one falls back to the default language; the response says `lang: "en"` anyway, as the real service does.
 * @param language undefined for the default one
 */
export function contentIn<Content extends object>(content: Content, language: string | undefined): Content {
  const fields = content as Readonly<Record<string, unknown>>;
  // A field that exists only in another language is empty in the default one.
  const names = new Set(Object.keys(fields).map((name) => name.split(TRANSLATION, 1)[0] ?? name));
  const translated = [...names].flatMap((name) => {
    const own = translationOf(fields, name, language) ?? fields[name];
    return own === undefined ? [] : [[name, anyIn(own, language)] as const];
  });
  return Object.fromEntries(translated) as Content;
}

function anyIn(value: unknown, language: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => anyIn(item, language));
  return typeof value === 'object' && value !== null ? contentIn(value, language) : value;
}

function translationOf(fields: Readonly<Record<string, unknown>>, name: string, language: string | undefined): unknown {
  if (!language) return undefined;
  const value = fields[`${name}${TRANSLATION}${language.replaceAll('-', '_')}`];
  return value === null || value === '' ? undefined : value;
}
