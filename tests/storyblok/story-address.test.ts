import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SCREENS } from '#api/screens.ts';
import { schema as question } from '#blocks/faq-question/faq-question.schema.ts';
import { fieldProblems } from '#storyblok/block-schema.ts';
import { addressFault, storiesTwice } from '#storyblok/story-address.ts';

const LONGEST = 'a'.repeat(200);

describe('the address of a page', () => {
  test.each([
    'preguntas',
    'prestamo-en-cuotas',
    'ayuda/pagos_2026',
    'v1.2',
    'niños/préstamos',
    'apicultores',
    'ayuda/api',
    'privacidad',
    'libro',
    LONGEST,
  ])('can be %s', (slug) => {
    expect(addressFault(slug)).toBeUndefined();
  });

  test.each([
    'index.html',
    'INDEX.HTML',
    'preguntas/index.html',
    'ayuda.pdf',
    'robots.txt',
    'ayuda.pdf/pagos',
    '',
    '.',
    '..',
    '../../etc',
    'ayuda/../home',
    'ayuda//pagos',
    '.well-known',
    '.held-back.json',
    'ayuda.',
    'dos palabras',
    'a\u0000b',
    'a\u200bb',
    'a\\b',
    'a?b',
    'a#b',
    'a%2fb',
    '[slug]',
    `${LONGEST}a`,
    `ayuda/${LONGEST}`,
    'ñ'.repeat(101),
  ])('cannot be %j', (slug) => {
    expect(addressFault(slug)?.code).toBe('address_unusable');
  });

  test.each([
    ...['api', 'API', 'api/v1/public/offer', '_astro', 'locales', 'fonts/x', 'en', 'en/preguntas', '500', 'healthz'],
    ...['profile', 'Profile/settings', 'sign-in', 'editor', 'preview/x', 'hooks', 'privacidad/solicitud'],
  ])('is not %s, which is the product’s own', (slug) => {
    expect(addressFault(slug)?.code).toBe('address_own');
  });

  test('is neither an address of the client area nor of a file that is copied nor of a page in the code', () => {
    const screens = Object.values(SCREENS).map(({ slug }) => slug);
    const pages = readdirSync('src/pages/[...lang]', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:astro|ts)$/.test(file))
      .map((file) => file.replace(/\/\[.*|(?:\/index)?\.\w+$/g, ''));
    expect(pages.length).toBeGreaterThan(5);
    const own = [...screens.filter(Boolean), ...readdirSync('public'), ...pages];
    expect(own.filter((address) => !addressFault(address))).toEqual([]);
  });
});

test.each(['index.html', '..', 'a/b', 'dos palabras', `${LONGEST}a`])('a question cannot be called %j', (anchor) => {
  const raw = { _uid: 'q', component: 'faq-question', question: '¿Qué?', answer: { type: 'doc' }, anchor };
  expect(fieldProblems(question, raw).map(({ field, fault }) => `${field} ${fault.code}`)).toEqual([
    'anchor address_unusable',
  ]);
  expect(fieldProblems(question, { ...raw, anchor: 'api' })).toEqual([]);
  expect(fieldProblems(question, { ...raw, anchor: '' })).toEqual([]);
});

describe('of stories with one address', () => {
  const at = (place: string) => {
    const [uuid = '', fullSlug = ''] = place.split(' at ');
    return { uuid, fullSlug };
  };
  const late = (stories: string[], live: string[] = []): string[] =>
    storiesTwice(stories.map(at), live.map(at)).map(({ uuid }) => uuid);

  test('the one that visitors know there keeps it', () => {
    expect(late(['a at x', 'b at x', 'c at y'], ['b at x', 'a at z'])).toEqual(['a']);
    expect(late(['a at x', 'b at x'], ['a at x'])).toEqual(['b']);
  });

  test('the first does when none was live', () => {
    expect(late(['a at x', 'b at x', 'c at x'])).toEqual(['b', 'c']);
  });

  test('capitals and the spelling of accents make no other address', () => {
    expect(late(['a at Préstamos', 'b at pre\u0301stamos'])).toEqual(['b']);
    expect(late(['a at x', 'b at y'])).toEqual([]);
  });
});
