import { isSparing } from '#stores/connection.ts';
import type {} from '#stores/frame-events.ts';
import { drawError } from '#ui/error-banner/error-banner.ts';
import { drawProgress } from '#ui/progress-bar/progress-bar.ts';
import { keepMarketing } from './keep-marketing.ts';
import { startMenus } from './menus.ts';
import { startPrefetch } from './prefetch.ts';

/**
 * The behaviour of every page's frame, from when the page is idle. Kept small. What islands import as well is a copy of
 * its own (.config/client-area-build.mjs): a shared module would become a file of its own.
 */
const bar = document.querySelector<HTMLProgressElement>('.progress');
const header = document.querySelector<HTMLElement>('.top');
if (header) startMenus(header);
const banner = document.querySelector<HTMLElement>('.banner');
if (bar) document.addEventListener('manay:progress', ({ detail }) => drawProgress(bar, detail));
if (banner) {
  document.addEventListener('manay:error', ({ detail }) => drawError(banner, detail));
  banner.addEventListener('click', () => document.dispatchEvent(new CustomEvent('manay:error', { detail: null })));
}
layOutForKeyboardAndLinks();
document.dispatchEvent(new Event('manay:frame-ready'));
startPrefetch(isSparing);
keepMarketing(location);

/** Adds what only clients have, for an existing session or one that begins on this page. */
const addClients = () => {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>('template.clients')) {
    for (const script of content.querySelectorAll<HTMLScriptElement>('script[src]')) script.onerror = showVisitors;
    document.body.append(content);
  }
};
/** When a client's part of the page does not load, what visitors see stays, and leads to the same screens. */
const showVisitors = () => document.querySelector('[data-clients-wait]')?.removeAttribute('data-clients-wait');
if (document.documentElement.matches('.signed-in')) addClients();
document.addEventListener('manay:signed-in', addClients);

/** The script that sends device data is in a template of its own: once a day, and not with data saver. */
const device = document.querySelector<HTMLTemplateElement>('template.device');
if (device && !isSparing() && !isToldToday(device)) document.body.append(device.content);

/** Keyboards and links to a place find everything laid out; for others what is far below costs nothing. */
function layOutForKeyboardAndLinks(): void {
  const layOut = () => {
    document.documentElement.dataset['whole'] = '';
  };
  // This script comes when the page is idle: someone may have tabbed to a link by then.
  if (location.hash || document.querySelector(':is(a, button):focus-visible')) layOut();
  addEventListener('keydown', ({ key }) => key === 'Tab' && layOut());
  addEventListener('click', ({ target }) => (target as Element).closest('a[href^="#"]') && layOut());
}

/** A browser without storage sends its device data on each page: the limit is ten a minute. */
function isToldToday({ dataset }: HTMLTemplateElement): boolean {
  try {
    return localStorage.getItem(dataset['key'] ?? '') === new Date().toISOString().slice(0, 10);
  } catch {
    return false;
  }
}
