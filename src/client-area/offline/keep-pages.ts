import { SCREENS, type ScreenName } from '#api/screens.ts';
import { LOCALES, localeOfPath, localePath } from '#i18n/locale.ts';
import { isSparing } from '#stores/connection.ts';
import { environment } from '#stores/environment.ts';
import { startKeeping } from '#stores/kept.ts';
import { PAGES_CACHE, WORKER_PATH } from './worker-settings.ts';

/** The screens that open without a network. */
const SCREENS_KEPT = [
  'profile',
  'modals-payment-schedule',
  'profile-components-bcp-agente-method',
  'profile-components-viabcp-method',
  'profile-documents',
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

let isRegistered = false;

/**
 * Registers the worker, keeps the pages that it answers with when there is no network, and then what this client sees.
 * The pages are the same for everybody; a client's data are never among them (`stores/kept.ts`). Call the result to stop.
 */
export async function keepForOffline(): Promise<() => void> {
  // Other kinds of pages may not register a worker, and where it cannot be, nothing kept could ever be opened.
  if (!('serviceWorker' in navigator) || !('caches' in window) || !mayRegister()) return () => undefined;
  try {
    await register();
    const stop = startKeeping();
    await keepAll(await caches.open(PAGES_CACHE), environment().location().pathname);
    return stop;
  } catch (error) {
    // A private window, a full disk, the network: the next page tries again, and until then there is no page less.
    environment().log('pages are not kept for the time without a network', error);
    return () => undefined;
  }
}

/** Tells whether the page's policy lets the worker in. */
function mayRegister(): boolean {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv]')?.content;
  return policy?.includes(TRUST) ?? false;
}

async function register(): Promise<void> {
  if (isRegistered) return;
  const { trustedTypes } = window as { readonly trustedTypes?: Trust };
  const policy = trustedTypes?.createPolicy(TRUST, { createScriptURL: () => WORKER_PATH });
  isRegistered = true;
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? WORKER_PATH);
}

/** Keeps every page that is missing, a day old or of another release; with data saver only the one that is open. */
async function keepAll(cache: Cache, pathname: string): Promise<void> {
  const locale = localeOfPath(pathname);
  const screens = SCREENS_KEPT.map((name) => localePath(locale, SCREENS[name].slug));
  const texts = SCREENS_KEPT.map((name) => `${localePath(locale, '')}client-area-texts/${name}.json`);
  const offline = LOCALES.map((each) => localePath(each, OFFLINE_SLUG));
  const paths = isSparing() ? [...offline, ...screens.filter((path) => path === pathname)] : [...offline, ...screens];
  const wanted = isSparing() ? paths : [...texts, ...paths];
  const isOfBefore = await hasOtherRelease(cache);
  if (!isSparing()) await loadParts();
  const files = new Set(performance.getEntriesByType('resource').flatMap(({ name }) => filesIn(name)));
  for (const path of wanted) {
    const kept = await cache.match(path, { ignoreVary: true });
    const its = kept && !isOfBefore && isYoung(kept) ? filesIn(await kept.text()) : await keep(cache, path);
    for (const file of its) files.add(file);
  }
  for (const file of files) await keepFile(cache, file);
  if (isOfBefore) await dropOthers(cache, new Set([...wanted, ...files]));
}

/** Loads what those screens load only when it is needed. */
async function loadParts(): Promise<void> {
  await Promise.all([import('../loan-parts/calendar-file.ts'), import('../loan-parts/qr.tsx')]);
}

/** Tells whether a kept page, in any language, is of another release than this one, by the file of its island. */
async function hasOtherRelease(cache: Cache): Promise<boolean> {
  const island = document.querySelector('astro-island')?.getAttribute('component-url');
  const screens = LOCALES.flatMap((locale) => SCREENS_KEPT.map((name) => localePath(locale, SCREENS[name].slug)));
  for (const path of screens) {
    const html = await (await cache.match(path, { ignoreVary: true }))?.text();
    if (html && island && !html.includes(island)) return true;
  }
  return false;
}

function isYoung(page: Response): boolean {
  return Math.abs(environment().nowMs() - Date.parse(page.headers.get('date') ?? '')) < DAY_MS;
}

/** Keeps a page, or its texts, after all of its files, so that none is ever kept without them. @returns the files */
async function keep(cache: Cache, path: string): Promise<string[]> {
  const page = await fetch(path, { cache: 'no-cache' });
  if (!page.ok || page.redirected) throw new Error(`${path}: ${page.status}`);
  const files = filesIn(await page.clone().text());
  for (const file of files) await keepFile(cache, file);
  await cache.put(path, page);
  return files;
}

/** Keeps a file whose name changes with its content. */
async function keepFile(cache: Cache, file: string): Promise<void> {
  if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
}

/** Removes what the release before had. */
async function dropOthers(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname)) await cache.delete(url);
}

/** Finds the addresses of hashed files in a text. */
function filesIn(text: string): string[] {
  return text.match(/\/(?:_astro|fonts)\/[\w.@-]+\.\w+/g) ?? [];
}
