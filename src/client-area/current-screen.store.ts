import { atom } from 'nanostores';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import type {} from '#stores/frame-events.ts';
import { $isOnline } from '#stores/online.ts';
import { beginRequest } from '#stores/progress.ts';
import { guardsOf, runGuards } from './guards.ts';
import { $router, replaceScreen } from './router.ts';
import type { ScreenModule, SentTexts } from './screen.ts';
import { viewOf } from './screen-views.ts';
import type { Verdict } from './verdict.ts';

/** A screen that is there. */
export interface ShownScreen {
  readonly kind: 'shown';
  readonly name: ScreenName;
  readonly Screen: ScreenModule['Screen'];
  readonly sent: SentTexts;
  readonly query: Readonly<Record<string, string>>;
  /** Grows with every screen that is opened. */
  readonly visit: number;
  /** Whether the client's state could not be asked for. */
  readonly isStateUnknown: boolean;
}

/** What the frame shows. `failed`: a part of the screen did not load. */
export type CurrentScreen =
  | { readonly kind: 'loading' | 'not-found' | 'failed' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string }
  | ShownScreen;

export const $screen = atom<CurrentScreen>({ kind: 'loading' });

/** Texts by screen: the first screen's came with the page. */
const known = new Map<ScreenName, SentTexts>();
const asking = new Map<ScreenName, Promise<SentTexts>>();
/** Screens whose parts were asked for ahead, and how many of them are on their way. */
const warmed = new Set<ScreenName>();
let warming = 0;
let visits = 0;

/** Shows the screen of the address, now and whenever it changes; the answer stops. */
export function startScreens(first: { readonly name: ScreenName; readonly sent: SentTexts }): () => void {
  known.set(first.name, first.sent);
  let last = '';
  return $router.subscribe((route) => {
    if (!route) return $screen.set({ kind: 'not-found' });
    const address = `${route.route}?${new URLSearchParams(route.search)}`;
    // A press on a link within the screen changes the address's anchor only.
    if (address === last) return;
    last = address;
    open(route.route, route.search);
  });
}

/** Loads a screen's parts ahead, for somebody who points at a link to it: its view, its texts. What fails is asked for again. */
export function warmScreen(name: ScreenName): void {
  const view = viewOf(name);
  if (!view || warmed.has(name) || !$isOnline.get()) return;
  warmed.add(name);
  warming += 1;
  const page = window;
  page.addEventListener('vite:preloadError', hush, true);
  Promise.all([view(), textsOf(name)])
    .catch(() => warmed.delete(name))
    .finally(() => {
      warming -= 1;
      if (warming === 0) page.removeEventListener('vite:preloadError', hush, true);
    });
}

/** A part that was only pointed at and does not load is nobody's failure yet: the page does not reload for it. */
function hush(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The screen before stays until this one is there. */
async function open(name: ScreenName, query: Readonly<Record<string, string>>): Promise<void> {
  visits += 1;
  const visit = visits;
  // From here on somebody waits for it.
  removeEventListener('vite:preloadError', hush, true);
  const end = beginRequest();
  announceRoute(name);
  const later = (verdict: Verdict) => {
    if (visit === visits) act(verdict);
  };
  const [verdict, parts] = await Promise.all([runGuards(guardsOf(name), { name, later }), load(name)]).finally(end);
  if (visit !== visits) return;
  if (verdict.kind !== 'pass' && verdict.kind !== 'pass-unknown') return act(verdict);
  if (!parts) return $screen.set({ kind: 'failed' });
  const isStateUnknown = verdict.kind === 'pass-unknown';
  const { Screen, sent, styles } = parts;
  wear(styles);
  $screen.set({ kind: 'shown', name, query, visit, isStateUnknown, Screen, sent });
}

function act(verdict: Verdict): void {
  switch (verdict.kind) {
    case 'redirect':
      replaceScreen(verdict.to);
      break;
    case 'leave':
      environment().location().replace(verdict.href);
      break;
    case 'error':
      $screen.set(verdict);
      break;
    case 'pass-unknown': {
      const screen = $screen.get();
      if (screen.kind === 'shown') $screen.set({ ...screen, isStateUnknown: true });
    }
  }
}

/** View and texts side by side; undefined when one of them does not load and the page is not about to reload. */
async function load(name: ScreenName): Promise<(ScreenModule & Pick<ShownScreen, 'sent'>) | undefined> {
  const view = viewOf(name);
  if (!view) return undefined;
  try {
    const [{ Screen, styles }, sent] = await Promise.all([view(), textsOf(name)]);
    if (styles) await loadStyles(styles);
    return { Screen, sent, ...(styles && { styles }) };
  } catch (error) {
    environment().log(`the screen ${name} did not load`, error);
    // The page's frame reloads once in a session (product-spec §8), and then nothing more is to be shown.
    const stays = dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    return stays ? undefined : new Promise(() => undefined);
  }
}

/** The style sheets of the screens that were opened, by address. */
const sheets = new Map<string, HTMLLinkElement>();

/** Puts a style sheet into the page, once; resolves when it is there. A build loses those that a lazy chunk imports. */
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
      reject(new Error(`${href} did not load`));
    };
    document.head.append(link);
  });
}

/** A screen wears its own style sheet and no other screen's: the same word may be styled otherwise there. */
function wear(styles: string | undefined): void {
  for (const [href, { sheet }] of sheets) if (sheet) sheet.disabled = href !== styles;
}

/** Asked for once, however many wait for them. */
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
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  const sent = (await answer.json()) as SentTexts;
  known.set(name, sent);
  return sent;
}

/** Where a screen's texts lie, in the language of a page: `/en/client-area-texts/profile-documents.json`. */
function textsPath(name: ScreenName, pathname: string): string {
  return `${localePath(localeOfPath(pathname), '')}client-area-texts/${name}.json`;
}

/** The header is not ours: it follows by this event (frame-events.ts). */
function announceRoute(name: ScreenName): void {
  document.dispatchEvent(new CustomEvent('manay:route', { detail: SCREENS[name].slug }));
}
