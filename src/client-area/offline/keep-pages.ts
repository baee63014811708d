import { SCREENS, type ScreenName } from '#api/screens.ts';
import { LOCALES, localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import { PAGES_CACHE, WORKER_PATH } from './worker-settings.ts';

/** The screens that open without a network. */
const SCREENS_KEPT = [
  'profile',
  'modals-payment-schedule',
  'profile-components-bcp-agente-method',
  'profile-components-viabcp-method',
] as const satisfies readonly ScreenName[];
/** The page for every other address. */
export const OFFLINE_SLUG = 'offline';
/** The name by which a page's policy (layouts/page-policy.ts) lets the worker in. */
const TRUST = 'manay-worker';
const DAY_MS = 86_400_000;

interface Trust {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (url: string) => string };
}

let isBegun = false;

/**
 * Registers the worker, and keeps the pages that it answers with when there is no network. What it keeps is the same for
 * everybody: a client's data are kept by `stores/seen.ts`.
 */
export async function keepPages(): Promise<void> {
  const { pathname } = environment().location();
  // The other kinds of pages may not register a worker.
  if (isBegun || !('serviceWorker' in navigator) || !('caches' in window) || !mayRegister()) return;
  isBegun = true;
  try {
    const { trustedTypes } = window as { readonly trustedTypes?: Trust };
    const policy = trustedTypes?.createPolicy(TRUST, { createScriptURL: () => WORKER_PATH });
    await navigator.serviceWorker.register(policy?.createScriptURL('') ?? WORKER_PATH);
    await keepAll(await caches.open(PAGES_CACHE), pathname);
  } catch {
    // A private window, a full disk, the network: the next page tries again, and until then there is no page less.
  }
}

/** Tells whether the page's policy lets the worker in. */
function mayRegister(): boolean {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv]')?.content;
  return policy?.includes(TRUST) ?? false;
}

async function keepAll(cache: Cache, pathname: string): Promise<void> {
  const locale = localeOfPath(pathname);
  if (await isFresh(cache, localePath(locale, SCREENS.profile.slug))) return;
  const needed = new Set(performance.getEntriesByType('resource').flatMap(({ name }) => fileOf(name)));
  for (const name of SCREENS_KEPT) await cache.add(`${localePath(locale, '')}client-area-texts/${name}.json`);
  // The first screen last: it tells whether all of them are there.
  const screens = SCREENS_KEPT.map((name) => localePath(locale, SCREENS[name].slug)).reverse();
  for (const path of [...LOCALES.map((each) => localePath(each, OFFLINE_SLUG)), ...screens]) {
    for (const file of await keep(cache, path)) needed.add(file);
  }
  for (const file of needed) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  for (const { url } of await cache.keys()) if (fileOf(url).some((file) => !needed.has(file))) await cache.delete(url);
}

/** Tells whether the pages of this release were kept within a day. */
async function isFresh(cache: Cache, path: string): Promise<boolean> {
  const page = await cache.match(path, { ignoreVary: true });
  const island = document.querySelector('astro-island')?.getAttribute('component-url');
  if (!page || !island) return false;
  const ageMs = environment().nowMs() - Date.parse(page.headers.get('date') ?? '');
  return ageMs < DAY_MS && (await page.text()).includes(island);
}

/** Keeps a page after all of its files, so that none is ever kept without them. @returns the files */
async function keep(cache: Cache, path: string): Promise<string[]> {
  const page = await fetch(path, { cache: 'no-cache' });
  if (!page.ok || page.redirected) throw new Error(`${path}: ${page.status}`);
  const files = fileOf(await page.clone().text());
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  await cache.put(path, page);
  return files;
}

/** Finds the addresses of hashed files in a text. */
function fileOf(text: string): string[] {
  return text.match(/\/(?:_astro|fonts)\/[\w.@-]+\.\w+/g) ?? [];
}
