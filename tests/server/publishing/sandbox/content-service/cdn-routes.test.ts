import { apiPlugin, storyblokEditable, storyblokInit } from '@storyblok/astro';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { PREVIEW_TOKEN, PUBLIC_TOKEN, withContentSpace } from '#tests/support/publishing/content-space.ts';

const space = withContentSpace();

interface Story {
  readonly full_slug: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** The answer to a request pinned to the present version. */
async function answer(path: string, query: Record<string, string> = {}) {
  const params = new URLSearchParams({ token: PUBLIC_TOKEN, cv: String(space.service.version()), ...query });
  const response = await fetch(`${space.apiUrl}/cdn/${path}?${params}`, { redirect: 'manual' });
  const body = (await response.json()) as Record<string, unknown> & { stories: Story[]; story: Story };
  return { status: response.status, body, headers: response.headers };
}

const slugs = async (query: Record<string, string> = {}) =>
  (await answer('stories', query)).body.stories.map(({ full_slug }) => full_slug);

describe('tokens', () => {
  test('the public token reads what is published and no draft', { tags: 'spec-7.24' }, async () => {
    expect((await answer('stories')).status).toBe(200);
    expect(await answer('stories', { version: 'draft' })).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized' },
    });
  });

  test('the preview token reads both', async () => {
    expect((await answer('stories', { token: PREVIEW_TOKEN })).status).toBe(200);
    expect((await answer('stories', { token: PREVIEW_TOKEN, version: 'draft' })).status).toBe(200);
  });

  test('no token and a blank one read nothing, on any endpoint', async () => {
    for (const path of ['stories', 'stories/home', 'spaces/me', 'links', 'datasources', 'datasource_entries']) {
      expect(await answer(path, { token: '' })).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    }
  });
});

describe('answers for caches', () => {
  test('a pinned answer may be kept, a draft may not', { tags: 'spec-6.6' }, async () => {
    const pinned = await answer('stories');
    expect(pinned.headers.get('cache-control')).toContain('s-maxage=604800');
    const draft = await answer('stories', { token: PREVIEW_TOKEN, version: 'draft' });
    expect(draft.headers.get('cache-control')).toContain('private');
  });

  test('a draft is never sent to a pinned address', async () => {
    const response = await fetch(`${space.apiUrl}/cdn/stories?token=${PREVIEW_TOKEN}&version=draft`, {
      redirect: 'manual',
    });
    expect(response.status).toBe(200);
  });

  test('the redirect works below any path the service is mounted at', async () => {
    const outer = new Hono().route('/content', space.service.app);
    const first = await outer.request(`http://host/content/v2/cdn/stories/home?token=${PUBLIC_TOKEN}`);
    expect(first.status).toBe(301);
    const target = new URL(first.headers.get('location') ?? '', 'http://host/content/v2/cdn/stories/home');
    expect((await outer.request(target.href)).status).toBe(200);
  });
});

describe('lists', () => {
  test('hold the stories in the editors’ order, all or those asked for', async () => {
    expect(await slugs()).toEqual(['home', 'legal/terminos', 'preguntas', 'legal/privacidad']);
    expect(await slugs({ by_slugs: 'preguntas,home,legal' })).toEqual(['home', 'preguntas']);
    const { draft } = (await space.service.editing.list()).stories[0] ?? {};
    expect(await slugs({ by_uuids: `${draft?.uuid},11111111-1111-4111-8111-111111111111` })).toEqual([
      draft?.full_slug,
    ]);
  });

  test('have at most 100 stories and 1000 links or entries on a page', async () => {
    expect((await answer('stories', { per_page: '5000' })).headers.get('per-page')).toBe('100');
    expect((await answer('links', { per_page: '5000' })).headers.get('per-page')).toBe('1000');
    expect((await answer('datasource_entries', { per_page: '5000' })).headers.get('per-page')).toBe('1000');
  });

  test('refuse by name what is not a page number', async () => {
    for (const page of ['0', '-1', '1.5', 'x']) {
      expect(await answer('stories', { page })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('page') },
      });
    }
  });
});

describe('refusals', () => {
  test.each([
    ['stories', 'filter_query[title][in]', 'x'],
    ['stories/home', 'resolve_links', 'url'],
    ['stories', 'sort_by', 'name:asc'],
    ['links', 'with_parent', '1'],
    ['stories', 'by_slugs', 'legal/*'],
    ['stories', 'by_slugs', 'home,*'],
  ])('%s refuses %s by name: without it the answer would be another one', async (path, name, value) => {
    expect(await answer(path, { [name]: value })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining(name) },
    });
  });

  test('a version that is neither draft nor published is refused', async () => {
    expect((await answer('stories', { version: 'latest' })).status).toBe(422);
  });

  test('an address with a slash at its end is the same, as Storyblok’s pages write it', async () => {
    for (const path of ['stories', 'spaces/me', 'links', 'datasources', 'datasource_entries']) {
      const [plain, slashed] = [await answer(path), await answer(`${path}/`)];
      expect([slashed.status, slashed.body], path).toEqual([200, plain.body]);
    }
    const unpinned = await fetch(`${space.apiUrl}/cdn/stories/?token=${PUBLIC_TOKEN}`);
    expect([unpinned.status, new URL(unpinned.url).searchParams.has('cv')]).toEqual([200, true]);
  });

  test('an address that does not exist answers as a missing record', async () => {
    for (const path of ['tags', 'stories/nothing']) {
      expect(await answer(path)).toMatchObject({ status: 404, body: ['This record could not be found'] });
    }
  });
});

test("blocks carry the visual editor's mark in a draft only, read by Storyblok's own Astro integration", async () => {
  const { storyblokApi } = storyblokInit({
    accessToken: PREVIEW_TOKEN,
    use: [apiPlugin],
    apiOptions: { endpoint: space.apiUrl } as never,
  });
  const draft = await storyblokApi?.get('cdn/stories/home', { version: 'draft' });
  expect(storyblokEditable(draft?.data.story.content.body[0])).toMatchObject({
    'data-blok-uid': `${draft?.data.story.id}-hero-1`,
  });
  const published = await storyblokApi?.get('cdn/stories/home', { version: 'published' });
  expect(storyblokEditable(published?.data.story.content.body[0])).toEqual({});
});
