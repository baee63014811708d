import { isSparing } from '#stores/connection.ts';
import type {} from '#stores/frame-events.ts';
import { drawError } from '#ui/error-banner/error-banner.ts';
import { drawProgress } from '#ui/progress-bar/progress-bar.ts';
import { keepMarketing } from './keep-marketing.ts';
import { startMenus } from './menus.ts';
import { startPrefetch } from './prefetch.ts';

/**
 * Runs the frame of every page, from when the page is idle. It must stay small. Modules that islands import as well are
 * copied for it (.config/client-area-build.mjs), because a shared module would become a file of its own.
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

/** Adds the parts that only clients have, for an existing session or one that begins on this page. */
const addClients = () => {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>('template.clients')) {
    for (const script of content.querySelectorAll<HTMLScriptElement>('script[src]')) script.onerror = showVisitors;
    document.body.append(content);
  }
};
/** Shows visitors' content when a client's part of the page does not load: it stays, and leads to the same screens. */
const showVisitors = () => {
  for (const card of document.querySelectorAll('[data-clients-wait]')) card.removeAttribute('data-clients-wait');
};
if (document.documentElement.matches('.signed-in')) addClients();
document.addEventListener('manay:signed-in', addClients);

/** The script that sends device data is in a template of its own: once a day, and not with data saver. */
const device = document.querySelector<HTMLTemplateElement>('template.device');
if (device && !isSparing() && !isToldToday(device)) document.body.append(device.content);

/**
 * Lays the whole page out for people who move through it with the keyboard, or by a link to a place in it, so that they
 * find everything where it will stay. For others the parts far below cost nothing, so that a tap is answered sooner.
 */
function layOutForKeyboardAndLinks(): void {
  const layOut = () => {
    document.documentElement.dataset['whole'] = '';
  };
  // This script comes when the page is idle: someone may have tabbed to a link by then.
  if (location.hash || document.querySelector(':is(a, button):focus-visible')) layOut();
  addEventListener('keydown', ({ key }) => key === 'Tab' && layOut());
  addEventListener('click', ({ target }) => (target as Element).closest('a[href^="#"]') && layOut());
}

/**
 * Tells whether the device data were sent today. A browser without storage sends them on each page; the limit is ten a
 * minute.
 */
function isToldToday({ dataset }: HTMLTemplateElement): boolean {
  try {
    return localStorage.getItem(dataset['key'] ?? '') === new Date().toISOString().slice(0, 10);
  } catch {
    return false;
  }
}
