import { expect, test } from 'vitest';
import { sheetOf } from '#tools/look/sheet.ts';

test('a sheet has a row for each page, in both languages, the narrow pictures first', () => {
  const sheet = sheetOf(
    [
      'public-home_en-360-dark-100.png',
      'public-home_es-1280-light-100.png',
      'public-home_es-360-light-200.png',
      'owing-profile_es-360-light-100.png',
      'notes.txt',
    ],
    'pictures',
  );
  expect([...sheet.matchAll(/<h2>([^<]+)/g)].map(([, name]) => name)).toEqual(['owing-profile', 'public-home']);
  expect([...sheet.matchAll(/<figcaption>([^<]+)/g)].map(([, words]) => words)).toEqual([
    'es, 360 px, light, 100 %',
    'es, 360 px, light, 200 %',
    'es, 1280 px, light, 100 %',
    'en, 360 px, dark, 100 %',
  ]);
  expect(sheet).toContain('src="pictures/owing-profile_es-360-light-100.png"');
  expect(sheet).not.toContain('notes.txt');
});
