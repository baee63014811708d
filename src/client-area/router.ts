import { createRouter, type Router } from '@nanostores/router';
import { isCardPage } from '#api/card-page.ts';
import { SCREENS, type ScreenName, screenAt, screenPath } from '#api/screens.ts';
import { sitePath } from '#api/site-path.ts';
import { type Locale, localeOfPath, localePath } from '#i18n/locale.ts';
import { environment } from '#stores/environment.ts';
import { CLIENT_SCREENS } from './screen-views.ts';

/** A screen and the query it is opened with, as the server names it (product-spec §3, nextScreen). */
export interface ScreenAddress {
  readonly name: ScreenName;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

type Routes = Readonly<Record<ScreenName, string>>;

/**
 * Tells the language of this page; another language is another page. A build renders pages of both, and does not have
 * an address yet.
 */
function locale(): Locale {
  return localeOfPath(environment().location()?.pathname ?? '/');
}

/**
 * The router: it tells which screen the address names. Our own handler follows links (design §8), hence `links: false`.
 */
export const $router: Router<Routes> = createRouter(
  Object.fromEntries(CLIENT_SCREENS.map((name) => [name, localePath(locale(), SCREENS[name].slug)])) as Routes,
  { links: false },
);

/** Builds a screen's address for links, in this page's language: `/en/profile/documents/?loan=P-1`. */
export function screenHref(name: ScreenName, query: Readonly<Record<string, string>> = {}): string {
  return localePath(locale(), screenPath(name, query));
}

/**
 * Opens a screen. One outside the client area, or with another security policy (the card form, design §8), loads as a
 * page.
 */
export function openScreen({ name, query }: ScreenAddress): void {
  go(screenHref(name, query), false);
}

/** Replaces the current screen in the history, so that Back does not return to it. */
export function replaceScreen({ name, query }: ScreenAddress): void {
  go(screenHref(name, query), true);
}

/** Opens any path of this site. */
export function openHref(href: string): void {
  go(href, false);
}

/** Leads to another address: the only way out of the client area's screens. An address outside the site leads home. */
function go(address: string, replaces: boolean): void {
  const href = sitePath(address) ?? localePath(locale(), '');
  const location = environment().location();
  if (isHere(href)) $router.open(href, replaces);
  else if (replaces) location.replace(href);
  else location.assign(href);
}

/** Tells whether an address is a screen of this page's language and policy. */
function isHere(href: string): boolean {
  const { pathname } = new URL(href, 'http://here');
  const name = screenAt(pathname);
  if (!name || !CLIENT_SCREENS.includes(name) || localeOfPath(pathname) !== locale()) return false;
  return isCardPage(pathname) === isCardPage(environment().location().pathname);
}

/** Opens links to screens without a page load; other links are left to the browser. Call the result to stop. */
export function followLinks(root: HTMLElement = document.body): () => void {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isPlain(event, link)) return;
    const href = link.pathname + link.search;
    if (link.hash || !isHere(href)) return;
    event.preventDefault();
    go(href, false);
  };
  root.addEventListener('click', follow);
  return () => root.removeEventListener('click', follow);
}

/** Reports every screen whose link is hovered or focused, for preloading. Call the result to stop. */
export function noticeLinks(notice: (name: ScreenName) => void, root: HTMLElement = document.body): () => void {
  const look = (event: Event) => {
    const link = (event.target as Element).closest('a');
    if (!link?.pathname || link.origin !== location.origin || !isHere(link.pathname)) return;
    const name = screenAt(link.pathname);
    if (name) notice(name);
  };
  const events = ['pointerover', 'focusin'] as const;
  for (const event of events) root.addEventListener(event, look);
  return () => {
    for (const event of events) root.removeEventListener(event, look);
  };
}

/** Tells whether a press was with the main button alone, on a link that opens in this window. */
function isPlain(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isModified = event.altKey || event.metaKey || event.ctrlKey || event.shiftKey;
  if (event.defaultPrevented || event.button !== 0 || isModified) return false;
  return link.target === '' && link.origin === location.origin && !link.hasAttribute('download');
}
