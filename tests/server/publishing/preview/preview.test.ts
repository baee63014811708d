import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { createPreview } from '#server/publishing/preview/preview.ts';
import {
  type ContentSpace,
  openContentSpace,
  PREVIEW_TOKEN,
  SMALL_SETS,
} from '#tests/support/publishing/content-space.ts';

const SETTINGS = {
  full_slug: 'settings/global',
  content: {
    _uid: 's',
    component: 'global-settings',
    site_name: 'Mañay',
    contacts_title: 'Habla',
    email: 'a@b.pe',
    copyright: '©',
  },
};
const HOME = {
  full_slug: 'home',
  content: { _uid: 'h', component: 'page', seo_title: 'Inicio', seo_title__i18n__en: 'Home' },
};
let space: ContentSpace;
let lending: RunningServer;
/** What the page was given: the built page itself is tried in the browser (editor.spec.ts). */
let given: { readonly locale: string; readonly content: Record<string, unknown> }[];
let nowMs: number;

beforeEach(async () => {
  space = await openContentSpace([SETTINGS, HOME], SMALL_SETS);
  lending = await listen({ fetch: () => Response.json({ products: [] }) }, { host: '127.0.0.1', port: 0 });
  given = [];
  nowMs = Date.parse('2026-03-01T10:00:00Z');
});
afterEach(async () => {
  await lending.close();
  await space.close();
});

function preview(isStoryblok = true) {
  const app = createPreview({
    contentApiUrl: space.apiUrl,
    previewToken: PREVIEW_TOKEN,
    lendingUrl: `http://127.0.0.1:${lending.port}`,
    base: '',
    dataDir: space.dir,
    isStoryblok,
    nowMs: () => nowMs,
    loadRender: () =>
      Promise.resolve((_, locals) => {
        given.push((locals as { readonly draft: (typeof given)[number] }).draft);
        return Promise.resolve(new Response('<main>draft</main>'));
      }),
  });
  return (path: string, init?: RequestInit) => app.request(path, init);
}

const signed = (path: string) =>
  signedPreviewPath(path, { spaceId: 1, previewToken: PREVIEW_TOKEN, nowS: Math.floor(nowMs / 1000) });

describe('who sees a draft', () => {
  test('whom the editor sent, with every block marked, not kept and not found by search engines', async () => {
    const answer = await preview()(signed('/'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors https:\/\/app\.storyblok\.com$/);
    expect(given[0]?.content['_editable']).toContain('#storyblok#');
  });

  test('nobody with a link that is older than an hour', async () => {
    const path = signed('/');
    nowMs += 3_600_000;
    expect((await preview()(path)).status).toBe(403);
    expect(given).toEqual([]);
  });

  test('a checked browser on its way through links, inside the editor’s frame only', async () => {
    const ask = preview();
    const cookie = (await ask(signed('/'))).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=None/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/Partitioned/);
    expect((await ask('/en/', { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200);
    expect((await ask('/en/')).status).toBe(403);
  });
});

describe('what is shown', () => {
  test('the language of the path, or the one that the editor names', async () => {
    const ask = preview();
    await ask(signed('/'));
    await ask(signed('/en/'));
    await ask(`${signed('/')}&_storyblok_lang=en`);
    expect(given.map(({ locale, content }) => [locale, content['seo_title']])).toEqual([
      ['es', 'Inicio'],
      ['en', 'Home'],
      ['en', 'Home'],
    ]);
  });

  test('what is being typed, before it is saved', async () => {
    const content = { ...HOME.content, seo_title: 'Mientras escribo' };
    const answer = await preview()(signed('/'), { method: 'POST', body: JSON.stringify({ content }) });
    expect(answer.status).toBe(200);
    expect(given[0]?.content['seo_title']).toBe('Mientras escribo');
  });

  test('the home page for a story that has no page of its own', async () => {
    expect((await preview()(signed('/settings/global/'))).status).toBe(200);
    expect(given[0]?.content['component']).toBe('page');
  });

  test('a sentence where there is no such story, and where settings break their schema', async () => {
    const ask = preview();
    expect((await ask(signed('/nada/'))).status).toBe(404);
    space.write({ ...SETTINGS, content: { ...SETTINGS.content, email: '' } });
    const broken = await ask(signed('/'));
    expect(broken.status).toBe(422);
    expect(await broken.text()).toContain('field &quot;email&quot;: is required');
  });

  test('a sentence when the lending role is away', async () => {
    await lending.close();
    expect((await preview()(signed('/'))).status).toBeGreaterThanOrEqual(500);
  });
});
