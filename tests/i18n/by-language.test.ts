import { expect, test } from 'vitest';
import { byLanguage } from '#i18n/by-language.ts';

test('texts that are written side by side are read in one language', () => {
  const texts = byLanguage({
    title: { es: 'Plan', en: 'Plan' },
    rules: [{ es: 'Pagas antes.', en: 'You pay early.' }],
    columns: { days: { es: 'Días', en: 'Days' }, courtesy: { es: '', en: 'Translation' } },
  });
  expect(texts.es).toEqual({ title: 'Plan', rules: ['Pagas antes.'], columns: { days: 'Días', courtesy: '' } });
  expect(texts.en).toEqual({
    title: 'Plan',
    rules: ['You pay early.'],
    columns: { days: 'Days', courtesy: 'Translation' },
  });
});

test('a text that misses a language does not compile', () => {
  // @ts-expect-error: without English
  const { en } = byLanguage({ title: { es: 'Plan' } });
  expect(en.title).toBeUndefined();
});
