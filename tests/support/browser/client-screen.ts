import { runInThisContext } from 'node:vm';
import type { Window } from 'happy-dom';
import Cookies from 'js-cookie';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, vi } from 'vitest';
import { SCREENS, type ScreenName } from '#api/screens.ts';
import type { ClientAreaProps } from '#client-area/client-area.island.tsx';
import { frameTextKeys } from '#client-area/texts/frame-texts.ts';
import { sentTexts } from '#client-area/texts/screen-texts.ts';
import { localePath } from '#i18n/locale.ts';
import { pickTexts, translator } from '#i18n/translate.ts';
import { signedInScript } from '#layouts/signed-in.ts';
import type { TestLending } from '../lending/lending-app.ts';
import { CookieJar } from '../people/client.ts';
import { openWindow, rendered, until } from './browser-window.ts';
import { type SlowAnswer, type TestEnvironment, testEnvironment } from './environment.ts';

export interface ClientVisit {
  /** With its question mark. */
  readonly search?: string;
  /** With its `#`. */
  readonly hash?: string;
  readonly cookies?: Readonly<Record<string, string>>;
  /** The browser's cookies, those that no script sees included: the session of whoever opens the page. */
  readonly jar?: CookieJar;
  /** The screen of this tab before it was loaded again. */
  readonly reloadOf?: ClientScreen;
  readonly offline?: boolean;
  /** Requests to this path fail on the server. */
  readonly failing?: string;
  /** The status with which they fail; 500 unless set. */
  readonly failingStatus?: number;
  readonly slow?: SlowAnswer;
  /** Acts on the page as it was built, before any script but the one in its head. */
  readonly beforeScript?: (main: HTMLElement) => void;
  /** An extension has changed the page: React may find it other than it was rendered. */
  readonly changed?: boolean;
  /** The page was opened before the release that answers. */
  readonly newerServer?: boolean;
}

export interface ClientScreen {
  readonly window: Window;
  readonly environment: TestEnvironment;
  readonly jar: CookieJar;
  /** Reports to its frame of parts that are gone, one each time. */
  readonly outdated: Event[];
  /** Screens whose texts were asked for, each time. */
  readonly texts: string[];
  /** Addresses of pages outside the client area that it went to. */
  readonly left: string[];
  /** From now on no screen's texts load. */
  failTexts(): void;
  /** Leaves the page: a reload does it too. */
  close(): Promise<void>;
  /** Lines for developers. */
  readonly logged: string[];
  text(): string;
  /** The element, or a failed test that names what is missing. */
  find<Found extends HTMLElement = HTMLElement>(selector: string): Found;
  press(selector: string): Promise<void>;
  /** Presses the button or link with these words. */
  pressText(words: string): Promise<void>;
  type(selector: string, value: string): Promise<void>;
  until(expectation: () => void): Promise<void>;
}

/** The texts of a screen in English, as its page would send them. */
const english = translator({});

declare global {
  /** The pages of the client area as a build renders them: once for the files of a worker. */
  var renderedScreens: ReadonlyMap<ScreenName, string> | undefined;
}
globalThis.renderedScreens ??= await renderScreens();
const RENDERED = globalThis.renderedScreens;

async function renderScreens(): Promise<ReadonlyMap<ScreenName, string>> {
  const { ClientArea } = await import('#client-area/client-area.island.tsx');
  const { CLIENT_SCREENS, READY_VIEWS, viewOf } = await import('#client-area/screen-views.ts');
  const { replaceEnvironment } = await import('#stores/environment.ts');
  const pages = new Map<ScreenName, string>();
  for (const name of CLIENT_SCREENS) {
    const view = await viewOf(name)?.();
    if (view) READY_VIEWS.set(name, view.Screen);
    pages.set(name, renderToString(createElement(ClientArea, propsOf(name))));
  }
  replaceEnvironment({});
  return pages;
}

/** A process has one window: a screen that goes on behind another one would act on it. */
let openPath: string | undefined;

/**
 * Somebody opens a page of the client area; the API is the real lending application in this process. An earlier screen of
 * the test must be closed, or handed over as `reloadOf`.
 */
export async function openClientScreen(
  lending: TestLending,
  name: ScreenName,
  visit: ClientVisit = {},
): Promise<ClientScreen> {
  const path = localePath('en', SCREENS[name].slug) + (visit.search ?? '') + (visit.hash ?? '');
  await visit.reloadOf?.close();
  if (openPath)
    throw new Error(`${openPath} is open: close it first (await screen.close()), or hand it over as reloadOf`);
  const window = openWindow(`http://localhost:4321${path}`);
  const outdated: Event[] = [];
  addEventListener('vite:preloadError', (event) => outdated.push(event));
  const kept = visit.reloadOf?.window.sessionStorage;
  for (const [key, value] of Object.entries({ ...kept })) sessionStorage.setItem(key, String(value));
  const jar = visit.jar ?? visit.reloadOf?.jar ?? new CookieJar();
  showToken(jar);
  for (const [cookie, value] of Object.entries(visit.cookies ?? {})) Cookies.set(cookie, value);
  document.body.innerHTML = `<main><astro-island>${RENDERED.get(name)}</astro-island></main>`;
  const main = document.querySelector('main') as HTMLElement;

  // Nothing is left of earlier visits.
  vi.resetModules();
  const environment = testEnvironment(lending);
  environment.offline = visit.offline ?? false;
  environment.failing = visit.failing;
  environment.failingStatus = visit.failingStatus;
  environment.slow = visit.slow;
  const [left, logged, asked]: [string[], string[], string[]] = [[], [], []];
  let hasTexts = true;
  const { replaceEnvironment } = await import('#stores/environment.ts');
  const location = () => ({
    pathname: window.location.pathname,
    search: window.location.search,
    reload: () => left.push('reload'),
    assign: (address: string | URL) => left.push(String(address)),
    replace: (address: string | URL) => left.push(String(address)),
  });
  replaceEnvironment({
    ...environment.parts,
    location: location as unknown as () => Location,
    log: (message) => logged.push(message),
    fetch: async (address, init) => {
      const texts = /client-area-texts\/([\w-]+)\.json/.exec(String(address))?.[1];
      if (texts) asked.push(texts);
      if (texts && !hasTexts) throw new TypeError('Failed to fetch');
      if (texts) return Response.json(sentTexts(texts as ScreenName, english));
      // As a browser does: the page's own headers, and all cookies.
      const headers = { ...(init?.headers as Record<string, string>), Cookie: jar.headers['Cookie'] ?? '' };
      const answer = await (environment.parts.fetch as typeof fetch)(address, { ...init, headers });
      jar.take(answer.headers);
      // A token that the page has thrown away meanwhile stays away.
      if (answer.headers.getSetCookie().length > 0) showToken(jar);
      return visit.newerServer && String(address).endsWith('/profile/state') ? ofNewerServer(answer) : answer;
    },
  });
  const { environment: inForce } = await import('#stores/environment.ts');
  replaceEnvironment({
    ...inForce(),
    fetchWithProgress: (onProgress) => async (address, init) => {
      onProgress(0.5);
      return inForce().fetch(address, init);
    },
  });
  runInThisContext(signedInScript(name));
  visit.beforeScript?.(main);
  const { ClientArea } = await import('#client-area/client-area.island.tsx');
  const { hydrateRoot } = await import('react-dom/client');
  const differences = vi.spyOn(console, 'error').mockClear();
  if (visit.changed) differences.mockReturnValue(undefined);
  const root = hydrateRoot(main.firstElementChild as Element, createElement(ClientArea, propsOf(name)), {
    // As Astro does: what was rendered without a stream has no prefix in its ids.
    identifierPrefix: 'r0',
    onRecoverableError: (error) => console.error(`not as rendered: ${error}`),
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    openPath = undefined;
    if (!vi.isFakeTimers()) await vi.waitFor(() => expect(environment.pending).toBe(0), { timeout: 60_000 });
    root.unmount();
    await settled();
    const told = differences.mock.calls.filter((said) => /hydrat|not as rendered/i.test(String(said[0])));
    if (!visit.changed) expect(told).toEqual([]);
  };
  openPath = path;
  onTestFinished(close);
  await rendered();
  const failTexts = () => {
    hasTexts = false;
  };
  return handle(main, { window, environment, jar, outdated, texts: asked, left, logged, failTexts, close });
}

/** Adds to what the real server answered a screen that only the next release has. */
async function ofNewerServer(answer: Response): Promise<Response> {
  const state = (await answer.json()) as { readonly allowedScreens?: readonly string[] };
  return Response.json({ ...state, allowedScreens: [...(state.allowedScreens ?? []), 'profile-of-tomorrow'] });
}

/** A script sees the token's cookie, and of the others nothing. */
function showToken(jar: CookieJar): void {
  const token = jar.get('auth');
  if (token) Cookies.set('auth', token);
  else Cookies.remove('auth');
}

function propsOf(screen: ScreenName): ClientAreaProps {
  return {
    locale: 'en',
    screen,
    sent: sentTexts(screen, english),
    frame: pickTexts(english, frameTextKeys()),
    site: {
      name: 'Mañay',
      publicSiteUrl: 'https://www.manay.example/',
      contacts: [{ text: 'WhatsApp', href: 'https://wa.me/51900000123' }],
    },
  };
}

function handle(
  main: HTMLElement,
  parts: Pick<
    ClientScreen,
    'window' | 'environment' | 'jar' | 'outdated' | 'texts' | 'left' | 'logged' | 'failTexts' | 'close'
  >,
): ClientScreen {
  const find = <Found extends HTMLElement = HTMLElement>(selector: string): Found => {
    const found = main.querySelector<Found>(selector);
    if (!found) throw new Error(`the screen has no ${selector}: ${main.textContent?.slice(0, 300)}`);
    return found;
  };
  const act = async (action: () => void) => {
    action();
    await rendered();
  };
  return {
    ...parts,
    text: () => (main.textContent ?? '').replaceAll('\u00a0', ' '),
    find,
    press: (selector) => act(() => find(selector).click()),
    pressText: (words) =>
      act(() => {
        const all = [...main.querySelectorAll<HTMLElement>('button, a')];
        const found = all.find((element) => element.textContent?.trim() === words);
        if (!found) throw new Error(`nothing says ${words}: ${all.map((element) => element.textContent).join(' | ')}`);
        found.click();
      }),
    type: (selector, value) => act(() => typeInto(find(selector), value)),
    until,
  };
}

/**
 * Stores unsubscribe from the window some time after their last listener has gone; the progress bar hides after a
 * delay.
 */
async function settled(): Promise<void> {
  const [{ cleanStores }, { $router }, { $isOnline }, { $progress }] = await Promise.all([
    import('nanostores'),
    import('#client-area/router.ts'),
    import('#stores/online.ts'),
    import('#stores/progress.ts'),
  ]);
  await vi.waitFor(() => expect($progress.get().isShown).toBe(false), { timeout: 60_000 });
  cleanStores($router, $isOnline, $progress);
  await rendered();
}

/** React only takes a value for typed when it has not set it itself: so past its own setter. */
function typeInto(control: HTMLElement, value: string): void {
  const prototype = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
