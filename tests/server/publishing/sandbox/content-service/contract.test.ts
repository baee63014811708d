import StoryblokClient from 'storyblok-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ContentSpace,
  openContentSpace,
  PUBLIC_TOKEN,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';

/**
 * Promises of any space, asked through Storyblok's own client. By default the space is the embedded service; with
 * STORYBLOK_TOKEN (and STORYBLOK_API_URL for another region) the same questions go, read-only, to the real one. So
 * nothing here knows a story by name.
 */
const realToken = process.env['STORYBLOK_TOKEN'];
const realUrl = process.env['STORYBLOK_API_URL'] ?? 'https://api.storyblok.com/v2';

let embedded: ContentSpace | undefined;
let apiUrl = realUrl;
const token = realToken ?? PUBLIC_TOKEN;

beforeAll(async () => {
  if (realToken) return;
  embedded = await openContentSpace(SMALL_SITE, SMALL_SETS);
  apiUrl = embedded.apiUrl;
});
afterAll(() => embedded?.close());

function client(accessToken = token): StoryblokClient {
  return new StoryblokClient({ accessToken, endpoint: apiUrl, rateLimit: realToken ? 5 : 1000, timeout: 20 });
}

/** Without following the redirect that the client hides. */
function ask(path: string, query: Record<string, string> = {}): Promise<Response> {
  return fetch(`${apiUrl}/cdn/${path}?${new URLSearchParams({ token, ...query })}`, { redirect: 'manual' });
}

async function listed(params: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> {
  const { data } = await client().get('cdn/stories', { ...params });
  return data.stories;
}

async function version(): Promise<string> {
  const { data } = await client().get('cdn/spaces/me');
  return String(data.space.version);
}

describe('the space', () => {
  test('tells its version and its languages', async () => {
    const { data } = await client().get('cdn/spaces/me');
    expect(data.space.version).toBeGreaterThan(0);
    expect(Array.isArray(data.space.language_codes)).toBe(true);
    expect(typeof data.space.id).toBe('number');
  });

  test('refuses a token it does not know with 401', async () => {
    await expect(client('not-a-token').get('cdn/stories')).rejects.toMatchObject({ status: 401 });
    await expect(client('not-a-token').get('cdn/spaces/me')).rejects.toMatchObject({ status: 401 });
  });
});

describe('versions of what is published', () => {
  test('a request without a version is sent to the same address with the version in it', async () => {
    const response = await ask('stories', { per_page: '1' });
    expect(response.status).toBe(301);
    const target = new URL(response.headers.get('location') ?? '', response.url);
    expect(target.pathname).toBe(new URL(response.url).pathname);
    expect(target.searchParams.get('cv')).toMatch(/^\d+$/);
    expect(target.searchParams.get('per_page')).toBe('1');
    expect(target.searchParams.get('token')).toBe(token);
  });

  test('a request with a version of another time is answered all the same', async () => {
    const response = await ask('stories', { cv: '1' });
    expect(response.status).toBe(200);
  });

  test('an answer carries the version', async () => {
    const { data } = await client().get('cdn/stories', { per_page: 1 });
    expect(typeof data.cv).toBe('number');
  });
});

describe('lists of stories', () => {
  test('hold stories with their content, and count them over all pages', async () => {
    const response = await client().get('cdn/stories', {});
    expect(response.total).toBeGreaterThan(0);
    expect(response.perPage).toBe(25);
    expect(response.data.stories.length).toBe(Math.min(25, response.total));
    for (const story of response.data.stories) {
      expect(story).toMatchObject({
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        id: expect.any(Number),
        full_slug: expect.any(String),
        lang: 'default',
        published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        content: { component: expect.any(String), _uid: expect.any(String) },
      });
      expect(JSON.stringify(story.content)).not.toContain('_editable');
    }
  });

  test('are read to the end by the client', async () => {
    const { total } = await client().get('cdn/stories', { per_page: 2 });
    const all = await client().getAll('cdn/stories', { per_page: 2 });
    expect(new Set(all.map(({ uuid }: { uuid: string }) => uuid)).size).toBe(total);
  });

  test('have pages that do not overlap, and an empty one behind the last', async () => {
    const { total } = await client().get('cdn/stories', { per_page: 1 });
    const first = await listed({ per_page: 1, page: 1 });
    const second = await listed({ per_page: 1, page: 2 });
    expect(new Set([...first, ...second].map(({ uuid }) => uuid)).size).toBe(Math.min(2, total));
    expect(await listed({ per_page: 1, page: total + 1 })).toEqual([]);
  });

  test('can be asked for by ids, and by slugs', async () => {
    const [one, two] = await listed({ per_page: 2 });
    const uuids = [one, two].map((story) => String(story?.['uuid']));
    const some = await listed({ by_uuids: uuids.join(',') });
    expect(some.map(({ uuid }) => uuid).sort()).toEqual(uuids.sort());
    const slug = String(one?.['full_slug']);
    expect((await listed({ by_slugs: slug })).map(({ full_slug }) => full_slug)).toEqual([slug]);
  });
});

describe('one story', () => {
  test('is by its slug the one of the list', async () => {
    const [story] = await listed({ per_page: 1 });
    const { data } = await client().get(`cdn/stories/${story?.['full_slug']}`);
    expect(data.story).toMatchObject({ uuid: story?.['uuid'], content: story?.['content'] });
  });

  test('that is not there is 404, and the body is a list with one sentence', async () => {
    const slug = `no-such-story-${Date.now()}`;
    await expect(client().get(`cdn/stories/${slug}`)).rejects.toMatchObject({
      status: 404,
      message: 'This record could not be found',
    });
    const response = await ask(`stories/${slug}`, { cv: await version() });
    expect(await response.json()).toEqual(['This record could not be found']);
  });
});

describe('languages', () => {
  test('a story in another language says so in `lang` and in its slug, and holds no raw translations', async () => {
    const { data } = await client().get('cdn/spaces/me');
    const plain = (await listed({ per_page: 100 })).map(({ uuid }) => uuid);
    for (const code of data.space.language_codes) {
      const translated = await listed({ language: code, per_page: 100 });
      expect(new Set(translated.map(({ uuid }) => uuid))).toEqual(new Set(plain));
      for (const story of translated) {
        expect(story['lang']).toBe(code);
        expect(story['full_slug']).toSatisfy((slug: string) => slug.startsWith(`${code}/`));
        expect(JSON.stringify(story['content'])).not.toContain(`__i18n__${code.replaceAll('-', '_')}`);
      }
    }
  });
});

describe('links', () => {
  test('list every story in short, by uuid', async () => {
    const { data } = await client().get('cdn/links', { per_page: 1000, include_dates: 1 });
    const stories = await listed({ per_page: 25 });
    for (const story of stories) {
      expect(data.links?.[String(story['uuid'])]).toMatchObject({
        uuid: story['uuid'],
        id: story['id'],
        slug: story['full_slug'],
        published: true,
        is_folder: false,
        published_at: story['published_at'],
      });
    }
  });

  test('come by 25 unless asked otherwise', async () => {
    const response = await client().get('cdn/links', { paginated: 1 });
    expect(response.perPage).toBe(25);
    expect(Object.keys(response.data.links ?? {}).length).toBe(Math.min(25, response.total));
  });
});

describe('datasources', () => {
  test('have entries with values, and in a dimension a second value or none', async () => {
    const { data } = await client().get('cdn/datasources');
    for (const datasource of data.datasources) {
      const plain = await client().get('cdn/datasource_entries', { datasource: datasource.slug, per_page: 1000 });
      expect(plain.total).toBe(plain.data.datasource_entries.length);
      for (const entry of plain.data.datasource_entries) {
        expect(entry).toMatchObject({ id: expect.any(Number), name: expect.any(String), value: expect.any(String) });
        expect(entry.dimension_value).toBeNull();
      }
      for (const { entry_value } of datasource.dimensions) {
        const query = { datasource: datasource.slug, dimension: entry_value, per_page: 1000 };
        const translated = await client().get('cdn/datasource_entries', query);
        expect(translated.data.datasource_entries.length).toBe(plain.data.datasource_entries.length);
      }
    }
  });

  test.each([500, 1000])('come whole with %i entries a page, and by pages with less', async (perPage) => {
    const { data, perPage: told } = await client().get('cdn/datasource_entries', { per_page: perPage });
    expect(told).toBe(perPage);
    const all = await client().getAll('cdn/datasource_entries', { per_page: Math.max(2, Math.ceil(perPage / 250)) });
    expect(all.map(({ id }: { id: number }) => id).slice(0, perPage)).toEqual(
      data.datasource_entries.map(({ id }: { id: number }) => id),
    );
  });
});
