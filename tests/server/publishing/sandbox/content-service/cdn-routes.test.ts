import { apiPlugin, storyblokEditable, storyblokInit } from '@storyblok/astro';
import { Hono } from 'hono';
import StoryblokClient from 'storyblok-js-client';
import { describe, expect, test } from 'vitest';
import {
  CLIENT_TOKEN,
  type ContentSpace,
  openContentSpace,
  PREVIEW_TOKEN,
  PUBLIC_TOKEN,
  SMALL_SETS,
  SMALL_SITE,
  withContentSpace,
} from '#tests/support/publishing/content-space.ts';

const space = withContentSpace();

/** The body of a request pinned to the present version. */
async function answer(
  path: string,
  query: Record<string, string> = {},
  { service, apiUrl }: Pick<ContentSpace, 'service' | 'apiUrl'> = space,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const params = new URLSearchParams({ token: PUBLIC_TOKEN, cv: String(service.version()), ...query });
  const response = await fetch(`${apiUrl}/cdn/${path}?${params}`, { redirect: 'manual' });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

describe('tokens', () => {
  test('the public token reads what is published and no draft', async () => {
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
  test('a pinned answer may be kept, a draft may not', async () => {
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

  test('every answer carries the rate limit headers of the real service', async () => {
    const { headers } = await answer('stories');
    expect(headers.get('x-ratelimit-policy')).toBe('"concurrent-requests";q=30');
    expect(headers.get('x-ratelimit')).toBe('"concurrent-requests";r=29');
  });

  test('a browser on another host may read', async () => {
    expect((await answer('stories')).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('pages', () => {
  test('a page holds at most 100 stories and 1000 links or entries', async () => {
    expect((await answer('stories', { per_page: '5000' })).headers.get('per-page')).toBe('100');
    expect((await answer('links', { per_page: '5000' })).headers.get('per-page')).toBe('1000');
    expect((await answer('datasource_entries', { per_page: '5000' })).headers.get('per-page')).toBe('1000');
  });

  test('a page number that is none is refused by name', async () => {
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
    ['stories', 'by_slug'],
    ['stories/home', 'starts_with'],
    ['links', 'language'],
    ['datasource_entries', 'dimensions'],
    ['spaces/me', 'per_page'],
  ])('%s answers as if it had not been given the parameter %s, which it does not know', async (path, name) => {
    const [known, unknown] = [await answer(path), await answer(path, { [name]: 'x' })];
    expect(unknown).toMatchObject({ status: 200, body: known.body });
  });

  test.each([
    ['stories', 'from_release', '7'],
    ['stories/home', 'resolve_assets', '1'],
    ['stories', 'in_workflow_stages', '1,2'],
    ['stories', 'resolve_links_level', '2'],
    ['links', 'with_alternates', '1'],
  ])('%s refuses %s, which Storyblok has and this service lacks, by name', async (path, name, value) => {
    expect(await answer(path, { [name]: value })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining(name) },
    });
  });

  test('a version that is neither draft nor published is refused', async () => {
    expect((await answer('stories', { version: 'latest' })).status).toBe(422);
  });

  test('an address that does not exist answers as a missing record', async () => {
    expect(await answer('tags')).toMatchObject({ status: 404, body: ['This record could not be found'] });
    expect(await answer('links/not-there')).toMatchObject({ status: 404 });
    expect(await answer('datasources/not-there')).toMatchObject({ status: 404 });
  });

  test('nothing in a request can make the service fail: hostile queries are answered or refused', async () => {
    const hostile = [
      'filter_query[constructor][in]=x',
      'filter_query[__proto__][is]=empty',
      'filter_query[title][constructor]=x',
      'filter_query[title][like]=((((',
      'filter_query[title]=x',
      'filter_query=x',
      'sort_by=content.__proto__:asc',
      'sort_by=:',
      'published_at_gt=yesterday',
      'level=x',
      'by_slugs=(',
      'resolve_relations=constructor.name',
      'excluding_fields=component,_uid',
      'language=__proto__',
    ];
    for (const query of hostile) {
      const response = await fetch(`${space.apiUrl}/cdn/stories?token=${PUBLIC_TOKEN}&cv=1&${query}`);
      expect([200, 422], query).toContain(response.status);
    }
  });
});

describe('under load', () => {
  const client = { token: CLIENT_TOKEN };

  test('another client is told to wait, by the size of its pages, and is answered when it has waited', async () => {
    let nowMs = 0;
    const limited = await openContentSpace(SMALL_SITE, SMALL_SETS, { monotonicMs: () => nowMs });
    const ask = (query: Record<string, string>) => answer('stories', { ...client, ...query, cv: '1' }, limited);
    const many = (count: number, query: Record<string, string>) =>
      Promise.all(Array.from({ length: count }, () => ask(query)));
    const large = await many(8, { per_page: '100' });
    const refused = large.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(large.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.body).toEqual({ error: 'Rate limit of 6 request per second has been reached. Retry later.' });
    expect((await many(20, {})).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await ask({ per_page: '100' })).status).toBe(429);
    nowMs += 1_000;
    expect((await ask({ per_page: '100' })).status).toBe(200);
    await limited.close();
  });

  test('the official client gets everything in the end', async () => {
    const storyblok = new StoryblokClient({ accessToken: client.token, endpoint: space.apiUrl, rateLimit: 1000 });
    const asked = Array.from({ length: 12 }, (_, page) =>
      storyblok.get('cdn/stories', { per_page: 100, page: page + 1 }),
    );
    expect((await Promise.all(asked)).map(({ total }) => total)).toEqual(Array(12).fill(expect.any(Number)));
  });

  test('the publisher of this machine does not wait', async () => {
    const asked = Array.from({ length: 60 }, () => answer('stories', { per_page: '100', cv: '1' }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(60).fill(200));
  });
});

describe("Storyblok's own Astro integration", () => {
  test('reads a story, and its blocks carry the visual editor’s mark in a draft only', async () => {
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

  test('puts resolved links and relations where the fields are', async () => {
    const client = new StoryblokClient({ accessToken: PUBLIC_TOKEN, endpoint: space.apiUrl });
    const { data } = await client.get('cdn/stories/home', {
      resolve_links: 'url',
      resolve_relations: 'teaser.related',
    });
    const [hero, teaser] = data.story.content.body;
    expect(hero.cta.story).toMatchObject({ full_slug: 'preguntas', name: 'Preguntas' });
    expect(teaser.related.map((story: { full_slug: string }) => story.full_slug)).toEqual([
      'preguntas',
      'legal/terminos',
    ]);
  });
});
