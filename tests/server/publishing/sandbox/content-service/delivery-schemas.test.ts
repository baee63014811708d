import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '#i18n/locale.ts';
import type { FieldDefinition } from '#server/publishing/sandbox/editor/components.ts';
import { MAIN, readValue, type StoryTable } from '#server/publishing/sandbox/editor/field-values.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { type ContentSpace, openContentSpace, PREVIEW_TOKEN } from '#tests/support/publishing/content-space.ts';
import { answerFaults } from '#tests/support/storyblok/schema-check.ts';

/** The embedded content service with everything that the product begins with, held to Storyblok's own schemas. */
let space: ContentSpace;
beforeAll(async () => {
  const seedDir = resolve('src/server/publishing/sandbox/content-service/seed');
  space = await openContentSpace([], [], { seedDir, datasources: async () => textDatasources() });
});
afterAll(() => space.close());

/** A language is asked for by its code, the default one without a word. */
const LANGUAGES = LOCALES.map((locale, at) => (at === 0 ? {} : { language: locale }));
const VERSIONS = ['published', 'draft'] as const;

async function answer(path: string, query: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> {
  const asked = new URLSearchParams({ token: PREVIEW_TOKEN, cv: String(space.service.version()), ...query });
  const response = await fetch(`${space.apiUrl}/cdn/${path}?${asked}`);
  expect(response.status, `${path}?${asked}`).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

/** Every page of a list, of few items each. */
async function pagesOf(path: string, items: string, query: Readonly<Record<string, string>>) {
  const pages = [];
  for (let page = 1; ; page += 1) {
    const body = await answer(path, { ...query, page: String(page), per_page: '7' });
    if (Object.keys(body[items] as object).length === 0) return pages;
    pages.push(body);
  }
}

test.each(VERSIONS)('every page of the list of stories, and every story, %s, in every language', async (version) => {
  for (const language of LANGUAGES) {
    const pages = await pagesOf('stories', 'stories', { version, ...language });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flatMap((page) => answerFaults('GET /v2/cdn/stories', page))).toEqual([]);
    const slugs = pages.flatMap(({ stories }) => stories as { readonly full_slug: string }[]);
    for (const { full_slug } of slugs) {
      const bare = 'language' in language ? full_slug.slice(language.language.length + 1) : full_slug;
      const story = await answer(`stories/${bare}`, { version, ...language });
      expect(answerFaults('GET /v2/cdn/stories/{identifier}', story), full_slug).toEqual([]);
    }
  }
});

test.each(VERSIONS)('every page of the links, %s, with dates and without', async (version) => {
  for (const dates of [{}, { include_dates: '1' }]) {
    const pages = await pagesOf('links', 'links', { version, paginated: '1', ...dates });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flatMap((page) => answerFaults('GET /v2/cdn/links', page))).toEqual([]);
  }
});

test.each(VERSIONS)('the datasources, and every page of their entries, %s, in every language', async (version) => {
  expect(answerFaults('GET /v2/cdn/datasources', await answer('datasources', { version }))).toEqual([]);
  for (const dimension of [{}, ...LOCALES.slice(1).map((locale) => ({ dimension: locale }))])
    for (let page = 1; page <= 2; page += 1) {
      const query = { version, page: String(page), per_page: '1000', ...dimension };
      const body = await answer('datasource_entries', query);
      expect(answerFaults('GET /v2/cdn/datasource_entries', body)).toEqual([]);
    }
});

test('a picture that an editor has set here is as a picture of the service', async () => {
  const field = { type: 'asset' } as FieldDefinition;
  const noStories = { bySlug: () => undefined, slugOf: () => undefined } as unknown as StoryTable;
  for (const before of [undefined, null, { filename: '/images/andes.svg', alt: '' }]) {
    const read = readValue(field, { [MAIN]: '/images/taller.jpg', alt: 'Taller' }, before, noStories);
    if (read.kind !== 'value') throw new Error('a picture was not read');
    const story = await answer('stories/home');
    const content = { _uid: 'a', component: 'page-header', image: read.value };
    const shown = { ...story, story: { ...(story['story'] as object), content } };
    expect(answerFaults('GET /v2/cdn/stories/{identifier}', shown)).toEqual([]);
  }
});

test('the space', async () => {
  expect(answerFaults('GET /v2/cdn/spaces/me', await answer('spaces/me'))).toEqual([]);
});
