import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { workerScript } from '#client-area/offline/worker-script.ts';
import { PAGES_CACHE } from '#client-area/offline/worker-settings.ts';

interface Asked {
  readonly path: string;
  readonly mode?: string;
  readonly method?: string;
}

const HERE = 'https://prestamos.example';

/** The worker in a browser that has kept these pages. @param network what it answers; throws without one */
function worker(network: () => Promise<string>, pages: readonly string[] = [], source = workerScript()) {
  const listeners = new Map<string, (event: unknown) => void>();
  const done: string[] = [];
  const url = (path: string | { readonly url: string }) =>
    typeof path === 'string' ? path : new URL(path.url).pathname;
  runInNewContext(source, {
    ...{ URL, RegExp, Promise, location: { origin: HERE } },
    // Its patience is over at once.
    setTimeout: (over: () => void) => setTimeout(over, 20),
    skipWaiting: () => done.push('skipWaiting'),
    clients: { claim: () => done.push('claim') },
    registration: { unregister: () => done.push('unregister') },
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    fetch: network,
    Response: { error: () => 'error' },
    caches: {
      delete: async (name: string) => done.push(`delete ${name}`),
      match: async (asked: string | { readonly url: string }) =>
        pages.includes(url(asked)) ? `kept ${url(asked)}` : undefined,
    },
  });
  return {
    done,
    activate: async () => {
      let until: unknown;
      listeners.get('activate')?.({
        waitUntil: (promise: unknown) => {
          until = promise;
        },
      });
      await until;
    },
    listens: () => [...listeners.keys()],
    /** Undefined: the worker leaves the request alone. */
    ask: async ({ path, mode = 'navigate', method = 'GET' }: Asked): Promise<unknown> => {
      let answer: unknown;
      listeners.get('fetch')?.({
        request: { url: new URL(path, HERE).href, mode, method },
        respondWith: (given: unknown) => {
          answer = given;
        },
        waitUntil: () => undefined,
      });
      return answer;
    },
  };
}

const ONLINE = async () => 'network';
const OFFLINE = () => Promise.reject(new TypeError('Failed to fetch'));
const HANGING = () => new Promise<string>(() => undefined);
const KEPT = ['/profile/', '/offline/', '/en/offline/', '/_astro/a.js'];

test('while there is a network it answers', async () => {
  const { ask } = worker(ONLINE, KEPT);
  expect(await ask({ path: '/profile/' })).toBe('network');
  expect(await ask({ path: '/client-area-texts/profile.json', mode: 'cors' })).toBe('network');
  expect(await ask({ path: '/_astro/b.js', mode: 'cors' })).toBe('network');
});

test.each([
  ['/profile/?tab=1', 'kept /profile/'],
  ['/profile', 'kept /profile/'],
  ['/tarifas/', 'kept /offline/'],
  ['/en/fees/', 'kept /en/offline/'],
  ['/entrada/', 'kept /offline/'],
])('without one %s opens what was kept, in its language', async (path, page) => {
  expect(await worker(OFFLINE, KEPT).ask({ path })).toBe(page);
});

test('a file whose name says its content needs no network that does not answer', async () => {
  expect(await worker(HANGING, KEPT).ask({ path: '/_astro/a.js', mode: 'cors' })).toBe('kept /_astro/a.js');
});

test('a network that does not answer is not waited for where something was kept', async () => {
  expect(await worker(HANGING, KEPT).ask({ path: '/profile/' })).toBe('kept /profile/');
});

test.each([
  { path: '/api/v1/loan/active', mode: 'cors' },
  { path: '/api/v1/documents/1/file' },
  { path: '/profile/', method: 'POST' },
  { path: '/desk/' },
  { path: '/editor/' },
  { path: '/preview/tarifas/' },
  { path: '/_preview/tarifas/' },
  { path: '/sandbox/' },
  { path: '/operator/' },
  { path: '/hooks/payments' },
  { path: 'https://elsewhere.example/' },
  { path: '/favicon.svg', mode: 'no-cors' },
])('it leaves alone: %o', async (asked) => {
  expect(await worker(OFFLINE, KEPT).ask(asked)).toBeUndefined();
});

test('a release that turns it off takes it and its pages away, and answers nothing', async () => {
  const off = worker(OFFLINE, KEPT, workerScript(false));
  await off.activate();
  expect(off.done).toEqual([`delete ${PAGES_CACHE}`, 'unregister']);
  expect(off.listens()).not.toContain('fetch');
});

test('a new one takes over at once', async () => {
  const { activate, done } = worker(ONLINE);
  await activate();
  expect(done).toEqual(['claim']);
});
