import { LOCALES, type Locale } from './locale.ts';

/** A text in every language, side by side. */
type Wording = Readonly<Record<Locale, string>>;
/** Texts by name, at any depth. */
type Wordings = Wording | readonly Wordings[] | { readonly [name: string]: Wordings };

/** Those texts in one language. */
type InOneLanguage<Texts> = Texts extends Wording
  ? string
  : { readonly [Name in keyof Texts]: InOneLanguage<Texts[Name]> };

/**
 * Sorts texts that are written side by side by language: `{ title: { es: 'Hola', en: 'Hello' } }` is read as
 * `.es.title` and `.en.title`. A text that misses a language does not compile.
 */
export function byLanguage<Texts extends Wordings>(texts: Texts): Readonly<Record<Locale, InOneLanguage<Texts>>> {
  const sorted = LOCALES.map((locale) => [locale, inLanguage(texts, locale)]);
  return Object.fromEntries(sorted) as Readonly<Record<Locale, InOneLanguage<Texts>>>;
}

function inLanguage(texts: Wordings, locale: Locale): unknown {
  if (isWording(texts)) return texts[locale];
  if (Array.isArray(texts)) return texts.map((text) => inLanguage(text, locale));
  return Object.fromEntries(Object.entries(texts).map(([name, part]) => [name, inLanguage(part, locale)]));
}

function isWording(texts: Wordings): texts is Wording {
  return typeof Object.values(texts)[0] === 'string';
}
