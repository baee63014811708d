import { describe, expect, test } from 'vitest';
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES, localeOfPath, localePath, otherLocale } from '#i18n/locale.ts';

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
