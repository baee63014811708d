import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, splitLanguage } from '#api/languages.ts';
import { screenAt } from '#api/screens.ts';
import {
  DEFAULT_LOCALE,
  LANGUAGE_TAGS,
  LOCALES,
  localeOfPath,
  localePath,
  otherLocale,
  translatedLocales,
  withDefaultLocale,
  withoutLocale,
} from '#i18n/locale.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';

test('Spanish is the language of the root, English the other one', () => {
  expect(DEFAULT_LOCALE).toBe('es');
  expect(LOCALES.map(otherLocale)).toEqual(['en', 'es']);
  expect(LANGUAGE_TAGS).toEqual({ es: 'es-PE', en: 'en' });
});

describe('the address of a page', () => {
  test.each([
    ['es', '', '/'],
    ['en', '', '/en/'],
    ['es', '/', '/'],
    ['en', '/', '/en/'],
    ['es', 'requisitos', '/requisitos/'],
    ['en', 'requisitos', '/en/requisitos/'],
    ['en', '/requisitos/', '/en/requisitos/'],
    ['es', 'application/new-client', '/application/new-client/'],
    ['en', 'preguntas#pagos', '/en/preguntas/#pagos'],
    ['es', '/?amount=500', '/?amount=500'],
    ['en', 'application/new-client?amount=500#top', '/en/application/new-client/?amount=500#top'],
  ] as const)('in %s of %j is %s', (locale, path, expected) => expect(localePath(locale, path)).toBe(expected));
});

describe('the language of an address', () => {
  test.each([
    ['/', 'es'],
    ['/requisitos/', 'es'],
    ['/en', 'en'],
    ['/en/', 'en'],
    ['/en/requisitos/', 'en'],
    // Begins with the letters, but is a Spanish page.
    ['/envios/', 'es'],
  ])('%s is %s', (path, locale) => expect(localeOfPath(path)).toBe(locale));

  test('is the one it was made for', () => {
    for (const locale of LOCALES)
      for (const path of ['', 'faq', 'a/b/']) {
        expect(localeOfPath(localePath(locale, path))).toBe(locale);
      }
  });
});

describe('an address without its language', () => {
  test.each([
    ['/', '/'],
    ['/en', '/'],
    ['/en/', '/'],
    ['/en/requisitos/', '/requisitos/'],
    ['/envios/', '/envios/'],
  ])('of %s is %s, for pages and for the wire', (path, bare) => {
    expect(withoutLocale(path)).toBe(bare);
    expect(splitLanguage(path)).toEqual([path.startsWith('/en/') || path === '/en' ? 'en' : undefined, bare]);
  });
});

test('a text that binds in Spanish is printed in Spanish, and beside it in the reader’s own language', () => {
  expect(LOCALES.map(withDefaultLocale)).toEqual([['es'], ['es', 'en']]);
});

// They read the list in a way that no import can.
test('the wire, the pages of faults and the package that gives pages their texts have the same languages', () => {
  expect(LANGUAGES).toEqual(LOCALES);
  for (const locale of translatedLocales())
    for (const fault of ['404', '500']) expect(existsSync(`src/pages/${locale}/${fault}.astro`)).toBe(true);
  const { defaultLocale, locales, i18nextServer } = createRequire(import.meta.url)(
    `${process.cwd()}/.config/astro-i18next.cjs`,
  );
  expect([defaultLocale, locales, i18nextServer.preload]).toEqual([DEFAULT_LOCALE, LOCALES, LOCALES]);
});

test.each(translatedLocales())('a screen is found at its address in %s', (locale) => {
  expect(screenAt(localePath(locale, 'profile/documents'))).toBe('profile-documents');
});

/** Files that name a language, each with the reason. */
const NAMES_ONE: Readonly<Record<string, string>> = {
  'src/i18n/locale.ts': 'the list',
  'src/api/languages.ts': 'the list for the wire',
  'src/api/screens.ts': 'its bytes are in every page of the client area; compared below',
  '.config/astro-i18next.cjs': 'CommonJS, compared above',
  'src/pages/en/404.astro': 'its folder is its language',
  'src/pages/en/500.astro': 'its folder is its language',
  'src/pages/en/offline.astro': 'its folder is its language',
  'src/server/kit/html-page.ts': 'pages for engineers are English',
  'src/storyblok/story-fault.ts': 'sentences for operators are English',
  'src/server/lending/desk/done-page.ts': 'the sentence is kept in both languages, which its type asks for',
  'src/tools/test/sizes.ts': 'figures for developers are English',
  'src/server/lending/documents/texts/common-texts.ts': 'an address in an English text',
  'src/tools/lender/act-command.ts': 'sentences for operators are English',
};
/** A language as a value, in a type or in an address; texts are fields of a language, and a type makes them whole. */
const NAMED = /(['"`])(?:es|en)\1|\ben\\?\/|\/en\b|\?:en\b/;

test('no code names a language: another one is a line of the list, and the texts that the compiler then asks for', () => {
  const files = ['src', '.config', 'astro.config.mjs'].flatMap((place) =>
    place.includes('.mjs') ? [place] : filesUnder(place),
  );
  const naming = files
    .filter((file) => /\.(?:ts|tsx|astro|mjs|cjs)$/.test(file) && !/^src\/i18n\/(?:messages\/|staff)/.test(file))
    .filter((file) => codeOf(read(file)).some((line) => NAMED.test(line)));
  expect(naming.filter((file) => !(file in NAMES_ONE))).toEqual([]);
  expect(Object.keys(NAMES_ONE).filter((file) => !naming.includes(file))).toEqual([]);
});

/** The lines without comments, without the mark of a foreign sentence and without examples of the API. */
function codeOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:\/?\*|\/\/|\{\/\*|import )/.test(line) && !/^\s*language: 'es'( as const)?,$/.test(line))
    .map((line) => line.replace(/ lang="(?:en|es)"/g, ''));
}
