import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { signedPreviewPath } from '#server/publishing/preview/editor-token.ts';
import { createPreview, type PreviewOptions } from '#server/publishing/preview/preview.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';
import {
  type ContentSpace,
  openContentSpace,
  PREVIEW_TOKEN,
  SMALL_SETS,
} from '#tests/support/publishing/content-space.ts';
import type { Fault } from '#tests/support/publishing/faults.ts';

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
/** Data that the page was given: the built page itself is tried in the browser (editor.spec.ts). */
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

function preview(isStoryblok = true, changes: Partial<PreviewOptions> = {}) {
  const { app } = createPreview({
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
    ...changes,
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

  test('a checked browser on its way through links, in the editor’s frame only', { tags: 'asvs-3.3.1' }, async () => {
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
    const answer = await preview()(signed('/'), { method: 'POST', body: JSON.stringify({ story: { content } }) });
    expect(answer.status).toBe(200);
    expect(given[0]?.content['seo_title']).toBe('Mientras escribo');
  });

  test('what is wrong with what is being typed, as an answer that the bridge shows', async () => {
    const sentence = 'story "home", block "faq" (f), field "title": is required';
    const broken = () => Promise.reject(Object.assign(new Error(sentence), { name: 'BlockError' }));
    const ask = preview(true, { loadRender: () => Promise.resolve(broken) });
    const typed = await ask(signed('/'), {
      method: 'POST',
      body: JSON.stringify({ story: { content: HOME.content } }),
    });
    expect(typed.status).toBe(200);
    expect(await typed.text()).toContain('field &quot;title&quot;: is required');
    expect((await ask(signed('/'))).status).toBe(422);
  });

  test('all that a draft lacks, in both languages or in the editor’s, before anything is rendered', async () => {
    const lacks: StoryFault[] = ['title', 'lead'].map((field) => {
      return { story: 'home', block: { uid: 'f', component: 'faq' }, field, fault: { code: 'required' } };
    });
    const ask = preview(true, { checkDraft: async (_, story) => (story === 'en/home' ? lacks.slice(0, 1) : lacks) });
    const both = await ask(signed('/'));
    expect(both.status).toBe(422);
    const text = await both.text();
    expect(text).toMatch(
      /<html lang="es">[\s\S]*campo &quot;title&quot;: es obligatorio<[\s\S]*campo &quot;lead&quot;/,
    );
    expect(text).toMatch(/<section lang="en">[\s\S]*field &quot;title&quot;: is required</);
    const english = await (await ask(`${signed('/en/')}&_editor_language=en`)).text();
    expect(english).toMatch(/<html lang="en">[\s\S]*This draft cannot be shown yet/);
    expect(english).not.toMatch(/todavía|obligatorio|lead| {4}at /);
    expect(given).toEqual([]);
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

  test('a sentence where a draft has an address that no page can have', async () => {
    space.write({ ...HOME, full_slug: 'index.html' });
    const refused = await preview()(signed('/index.html/'));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('cannot be the address of a page');
    expect(given).toEqual([]);
  });

  test('a sentence when the lending role is away, or answers nonsense', async () => {
    const nonsense = await listen({ fetch: () => new Response('<html>') }, { host: '127.0.0.1', port: 0 });
    const told = await preview(true, { lendingUrl: `http://127.0.0.1:${nonsense.port}` })(signed('/'));
    await nonsense.close();
    await lending.close();
    for (const answer of [told, await preview()(signed('/'))]) {
      expect(answer.status).toBe(502);
      expect(await answer.text()).toContain('The lending role did not answer');
    }
  });
});

describe('a mistake of the content service', () => {
  /** It is told on a page of ours with our headers, whatever it was. */
  async function expectOwnPage(answer: Response, status: number, words: string): Promise<void> {
    const text = await answer.text();
    expect([answer.status, text]).toEqual([status, expect.stringContaining(words)]);
    expect(text).toMatch(/^<!DOCTYPE html><html lang="es">/);
    expect(text).not.toContain(PREVIEW_TOKEN);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors https:\/\/app\.storyblok\.com$/,
    );
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '10' : null);
    expect(given).toEqual([]);
  }
  const nowhere = async (): Promise<Partial<PreviewOptions>> => {
    await space.close();
    return {};
  };
  const answering =
    (body: string, status = 200) =>
    async (): Promise<Partial<PreviewOptions>> => {
      const fetch = () => new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
      const server = await listen({ fetch }, { host: '127.0.0.1', port: 0 });
      return { contentApiUrl: `http://127.0.0.1:${server.port}/v2` };
    };
  const failing =
    (...faults: Fault['kind'][]) =>
    async (): Promise<Partial<PreviewOptions>> => {
      space.faults.push(...faults.flatMap((kind) => [{ kind }, { kind }] as const));
      // Who does answer may take its time on a busy machine.
      return faults.includes('hang') ? { timeoutMs: 200 } : {};
    };

  test.each([
    ['that is down', nowhere, 503, 'cannot be reached'],
    ['that refuses the token', answering('{"error":"Unauthorized"}', 401), 502, 'refused the token'],
    ['at another address', answering('["This record could not be found"]', 404), 502, 'answered 404'],
    ['with too many requests', failing('rate-limit'), 503, 'answered 429'],
    ['that fails itself', failing('server-error'), 503, 'answered 500'],
    ['that never answers', failing('hang'), 503, 'no answer within'],
    ['that breaks off', failing('truncated'), 502, 'something that is not JSON'],
    ['that answers nonsense', answering('{"stories":"none","space":7}'), 502, 'expected object'],
  ])('%s is told while the editor is recognised', async (_, prepare, status, words) => {
    await expectOwnPage(await preview(true, await prepare())(signed('/')), status, words);
  });

  test.each([
    ['with too many requests', failing('rate-limit', 'rate-limit'), 503, 'answered 429'],
    ['that fails itself', failing('server-error', 'server-error'), 503, 'answered 500'],
    ['that never answers', failing('hang', 'hang'), 503, 'no answer within'],
  ])('%s is told while the draft is read', async (_, prepare, status, words) => {
    const ask = preview(true, words === 'no answer within' ? { timeoutMs: 1_500 } : {});
    const cookie = (await ask(signed('/'))).headers.get('set-cookie')?.split(';')[0] ?? '';
    given = [];
    await prepare();
    // The texts of before are kept for a while: only the story is asked for.
    await expectOwnPage(await ask('/en/', { headers: { cookie } }), status, words);
    space.faults.length = 0;
    expect((await ask('/en/', { headers: { cookie } })).status).toBe(200);
  });
});
