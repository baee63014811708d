import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';

/** One of a release's pages: what everybody gets, with the files of its release. */
const pageOf = (release: string) => `<astro-island component-url="/_astro/area.${release}.js"></astro-island>
  <link href="/_astro/style.${release}.css"><script src="/_astro/area.${release}.js"></script>`;

const NOW_MS = Date.parse('2026-11-29T21:33:00-05:00');
let asked: string[] = [];
let held = new Map<string, Response>();
/** The site that answers: its release, or no network from this address on. */
let site: { release: string; failsAt?: string } = { release: 'one' };

const pathOf = (address: string) => new URL(address, 'https://prestamos.example').pathname;

async function answer(address: RequestInfo | URL): Promise<Response> {
  const path = pathOf(String(address));
  asked.push(path);
  if (path === site.failsAt) throw new TypeError('Failed to fetch');
  const body = path.endsWith('/') ? pageOf(site.release) : `file of ${site.release}`;
  return new Response(body, { headers: { date: new Date(NOW_MS).toUTCString() } });
}

const CACHE = {
  match: async (path: string) => held.get(path)?.clone(),
  put: async (path: string, page: Response) => void held.set(path, page),
  add: async (path: string) => void held.set(path, await answer(path)),
  keys: async () => [...held.keys()].map((path) => ({ url: `https://prestamos.example${path}` })),
  delete: async (url: string) => held.delete(pathOf(url)),
};

beforeEach(() => {
  asked = [];
  held = new Map();
  site = { release: 'one' };
});

interface Visit {
  readonly nowMs?: number;
  readonly path?: string;
  readonly saveData?: boolean;
  readonly policy?: string;
  readonly hasWorkers?: boolean;
}

/** A client opens a page of the release, which keeps what it can. @returns what was registered */
async function visit(release: string, given: Visit = {}): Promise<string[]> {
  const { nowMs = NOW_MS, path = '/profile/', saveData = false, policy = 'manay-worker', hasWorkers = true } = given;
  openWindow(`https://prestamos.example${path}`);
  document.head.innerHTML = `<meta http-equiv="content-security-policy" content="trusted-types ${policy}">`;
  document.body.innerHTML = pageOf(release).split('\n')[0] ?? '';
  const registered: string[] = [];
  const register = async (url: string) => void registered.push(url);
  if (hasWorkers) Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true });
  Object.assign(window, { caches: {} });
  vi.stubGlobal('caches', { open: async () => CACHE });
  vi.stubGlobal('fetch', answer);
  const lazy = [{ name: `https://prestamos.example/_astro/lazy.${release}.js` }] as unknown as PerformanceEntryList;
  const loaded = vi.spyOn(performance, 'getEntriesByType').mockReturnValue(lazy);
  onTestFinished(() => void loaded.mockRestore());
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { replaceEnvironment } = await import('#stores/environment.ts');
  const location = () => ({ pathname: path, search: '' }) as Location;
  onTestFinished(replaceEnvironment({ fetch: answer, nowMs: () => nowMs, location, log: () => undefined }));
  const { keepForOffline } = await import('#client-area/offline/keep-pages.ts');
  (await keepForOffline())();
  return registered;
}

const kept = () => [...held.keys()].sort();
const PAGES = ['/offline/', '/en/offline/', '/profile/', '/modals/payment-schedule/', '/profile/documents/'];

test('the pages of the loan, the schedule, the code and the papers are kept with their files, and nothing of a client', async () => {
  expect(await visit('one')).toEqual(['/worker.js']);
  expect(kept()).toEqual(expect.arrayContaining([...PAGES, '/_astro/style.one.css', '/_astro/lazy.one.js']));
  expect(kept()).toContain('/client-area-texts/profile-documents.json');
  expect(kept().filter((path) => /api|\?/.test(path))).toEqual([]);
});

test('the next page of the day asks for nothing; a day later the pages are asked for again, not the files', async () => {
  await visit('one');
  asked = [];
  await visit('one');
  expect(asked).toEqual([]);
  await visit('one', { nowMs: NOW_MS + 86_400_000 });
  expect(asked).toEqual(expect.arrayContaining(PAGES));
  expect(asked.filter((path) => path.startsWith('/_astro/'))).toEqual([]);
});

test('a new release takes the place of the one before, in every language', async () => {
  await visit('one', { path: '/en/profile/' });
  expect(kept()).toContain('/en/profile/');
  site = { release: 'two' };
  await visit('two');
  expect(kept()).not.toContain('/en/profile/');
  expect(kept().filter((path) => path.includes('.one.'))).toEqual([]);
  expect(await held.get('/profile/')?.clone().text()).toBe(pageOf('two'));
});

test('where the network goes in the middle, no page is kept without its files, and the next visit does the rest', async () => {
  site = { release: 'one', failsAt: '/_astro/area.one.js' };
  await visit('one');
  expect(kept().filter((path) => path.endsWith('/'))).toEqual([]);
  site = { release: 'one' };
  await visit('one');
  expect(kept()).toEqual(expect.arrayContaining(PAGES));
});

test('with data saver only the page that is open is kept', async () => {
  await visit('one', { saveData: true });
  expect(kept().filter((path) => path.endsWith('/') || path.endsWith('.json'))).toEqual([
    '/en/offline/',
    '/offline/',
    '/profile/',
  ]);
});

test('where a page may not register a worker, or the browser has none, nothing is kept', async () => {
  expect(await visit('one', { policy: 'default' })).toEqual([]);
  expect(await visit('one', { hasWorkers: false })).toEqual([]);
  expect(kept()).toEqual([]);
});
