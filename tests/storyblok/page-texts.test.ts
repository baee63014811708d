import { createRequire } from 'node:module';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '#i18n/locale.ts';
import { MESSAGE_SETS, MESSAGES } from '#i18n/messages.ts';
import { fill } from '#i18n/translate.ts';
import { pageTranslator } from '#storyblok/page-texts.ts';

beforeAll(async () => {
  const { i18nextServer } = createRequire(import.meta.url)('../../.config/astro-i18next.cjs');
  // The texts as the sync writes them, without the files.
  const { backend: _, preload: __, ...options } = i18nextServer;
  const texts = (locale: 'es' | 'en') =>
    Object.fromEntries(Object.entries(MESSAGES).map(([key, text]) => [key, text[locale]]));
  const resources = { es: { general: texts('es') }, en: { general: texts('en') } };
  await i18next.init({ lng: 'es', ns: Object.keys(MESSAGE_SETS), defaultNS: 'general', resources, ...options });
});

test('every text of a page is filled in as the browser fills it in, and names without a value stay', () => {
  const different = LOCALES.flatMap((locale) => {
    const t = pageTranslator(locale);
    return Object.entries(MESSAGES).flatMap(([key, text]) => {
      const names = [...text[locale].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const given = [undefined, names, names.slice(1), ['other']].map(
        (some) =>
          some && Object.fromEntries(some.map((name, at) => [name, at % 2 === 0 ? 7 : 'S/ 1.234,56 $& <b> {x}'])),
      );
      return given
        .filter((values) => t(key as keyof typeof MESSAGES, values) !== fill(text[locale], values))
        .map((values) => `${locale} ${key} ${JSON.stringify(values)}`);
    });
  });
  expect(different).toEqual([]);
});

test('a text without a translation is the English default of the code', () => {
  i18next.addResource('es', 'general', 'error_not_found', '');
  expect(pageTranslator('es')('error_not_found')).toBe(MESSAGES.error_not_found.en);
});
