import { atom } from 'nanostores';
import { lazy } from 'react';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import type {} from '#stores/frame-events.ts';
import { $isOnline } from '#stores/online.ts';
import { beginRequest } from '#stores/progress.ts';
import { loadAsked, loadUnasked } from './data/load-unasked.ts';
import { guardsOf, runGuards } from './guards.ts';
import { $router, replaceScreen } from './router.ts';
import type { ScreenModule, SentTexts } from './screen.ts';
import { READY_VIEWS, viewOf } from './screen-views.ts';
import type { GuardResult } from './session/guard-result.ts';

/** A screen that has loaded. */
export interface ShownScreen {
  readonly kind: 'shown';
  readonly Screen: ScreenModule['Screen'];
  readonly sent: SentTexts;
  readonly query: Readonly<Record<string, string>>;
  /** Grows with every screen that is opened; 0 for the screen that came with the page. */
  readonly visit: number;
}

/** The view that the frame shows. `failed`: a part of the screen did not load. */
export type CurrentScreen =
  | { readonly kind: 'not-found' | 'failed' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string }
  | ShownScreen;

/** Undefined while the screen that came with the page is shown. */
export const $screen = atom<CurrentScreen | undefined>();

/** True: the client's state could not be loaded, and the screen shows what it has. */
export const $isStateUnknown = atom(false);

/** The screen that the build has rendered into its own page. */
export interface FirstScreen extends ShownScreen {
  readonly name: ScreenName;
  /** Lets React take over the rendered screen. */
  readonly takeOver: (view: { readonly default: ScreenModule['Screen'] }) => void;
}

/**
 * Leaves the rendered screen alone until its code has loaded and its guards have let it through; then React takes over.
 */
export function firstScreen(name: ScreenName, sent: SentTexts): FirstScreen {
  let takeOver!: FirstScreen['takeOver'];
  const view = new Promise<{ readonly default: ScreenModule['Screen'] }>((resolve) => {
    takeOver = resolve;
  });
  const Screen = (import.meta.env.SSR && READY_VIEWS.get(name)) || lazy(() => view);
  const query = $router.get()?.search ?? {};
  return { kind: 'shown', name, sent, query, visit: 0, Screen, takeOver };
}

let first: FirstScreen;
/** Texts by screen: the first screen's came with the page. */
const known = new Map<ScreenName, SentTexts>();
const asking = new Map<ScreenName, Promise<SentTexts>>();
/** Screens that were preloaded. */
const warmed = new Set<ScreenName>();
let visits = 0;

/** Shows the screen of the current address and follows every change. Call the result to stop. */
export function startScreens(own: FirstScreen): () => void {
  first = own;
  known.set(own.name, own.sent);
  let last = '';
  return $router.subscribe((route) => {
    if (!route) return $screen.set({ kind: 'not-found' });
    const address = `${route.route}?${new URLSearchParams(route.search)}`;
    // A link within the screen changes only the address's anchor.
    if (address === last) return;
    last = address;
    open(route.route, route.search);
  });
}

/** Preloads a screen's view and texts when a link to it is hovered or focused. Failures are retried on opening. */
export function preloadScreen(name: ScreenName): void {
  const view = viewOf(name);
  if (!view || warmed.has(name) || !$isOnline.get()) return;
  warmed.add(name);
  loadUnasked(() => Promise.all([view(), textsOf(name)])).then((loaded) => loaded ?? warmed.delete(name));
}

/** Opens a screen; the previous one stays until this one has loaded. */
async function open(name: ScreenName, query: Readonly<Record<string, string>>): Promise<void> {
  visits += 1;
  const visit = visits;
  loadAsked();
  const end = beginRequest();
  announceRoute(name);
  const later = (result: GuardResult) => {
    if (visit === visits) act(result);
  };
  const [result, parts] = await Promise.all([runGuards(guardsOf(name), { name, query, later }), load(name)]).finally(
    end,
  );
  if (visit !== visits) return;
  if (result.kind !== 'pass' && result.kind !== 'pass-unknown') return act(result);
  if (!parts) return $screen.set({ kind: 'failed' });
  const { Screen, sent, styles } = parts;
  wear(styles);
  $isStateUnknown.set(result.kind === 'pass-unknown');
  if (visit === 1 && !document.documentElement.matches('.not-theirs')) first.takeOver({ default: Screen });
  else $screen.set({ kind: 'shown', query, visit, Screen, sent });
}

function act(result: GuardResult): void {
  switch (result.kind) {
    case 'redirect':
      replaceScreen(result.to);
      break;
    case 'leave':
      environment().location().replace(result.href);
      break;
    case 'error':
      $screen.set(result);
      break;
    case 'pass-unknown':
      $isStateUnknown.set(true);
  }
}

/** Loads view and texts side by side; undefined when one of them does not load and the page is not about to reload. */
async function load(name: ScreenName): Promise<(ScreenModule & Pick<ShownScreen, 'sent'>) | undefined> {
  const view = viewOf(name);
  if (!view) return undefined;
  try {
    const [{ Screen, styles }, sent] = await Promise.all([view(), textsOf(name)]);
    if (styles) await loadStyles(styles);
    return { Screen, sent, ...(styles && { styles }) };
  } catch (error) {
    environment().log(`${name} did not load`, error);
    // The page reloads once in a session when a chunk fails (product-spec §8); nothing is shown while it does.
    const stays = dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    return stays ? undefined : new Promise(() => undefined);
  }
}

/** The style sheets of the screens that were opened, by address. */
const sheets = new Map<string, HTMLLinkElement>();

/**
 * Adds a style sheet to the page once; resolves when it has loaded. A build drops style sheets that a lazy chunk
 * imports.
 */
function loadStyles(href: string): Promise<unknown> {
  if (sheets.has(href)) return Promise.resolve();
  return new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => {
      sheets.set(href, link);
      // The screen before is still shown.
      if (link.sheet) link.sheet.disabled = true;
      resolve();
    };
    link.onerror = () => {
      link.remove();
      // The log says that the screen did not load, and this what of it.
      reject(new Error(href));
    };
    document.head.append(link);
  });
}

/** Enables one screen's style sheet and disables the others: class names may repeat between screens. */
function wear(styles: string | undefined): void {
  for (const [href, { sheet }] of sheets) if (sheet) sheet.disabled = href !== styles;
}

/** Loads a screen's texts once, also for concurrent callers. */
async function textsOf(name: ScreenName): Promise<SentTexts> {
  const texts = known.get(name) ?? asking.get(name);
  if (texts) return texts;
  const answer = askTexts(name).finally(() => asking.delete(name));
  asking.set(name, answer);
  return answer;
}

async function askTexts(name: ScreenName): Promise<SentTexts> {
  const path = textsPath(name, environment().location().pathname);
  const answer = await environment().fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const sent = (await answer.json()) as SentTexts;
  known.set(name, sent);
  return sent;
}

/**
 * Builds the address of a screen's texts, in the language of a page: `/en/client-area-texts/profile-documents.json`.
 */
function textsPath(name: ScreenName, pathname: string): string {
  return `${localePath(localeOfPath(pathname), '')}client-area-texts/${name}.json`;
}

/** Announces the screen to the header, which is outside the island and follows by this event (frame-events.ts). */
function announceRoute(name: ScreenName): void {
  document.dispatchEvent(new CustomEvent('manay:route', { detail: SCREENS[name].slug }));
}
