import { isSparing } from '#stores/connection.ts';
import type {} from '#stores/frame-events.ts';
import { drawError } from '#ui/error-banner/error-banner.ts';
import { drawProgress } from '#ui/progress-bar/progress-bar.ts';
import { keepMarketing } from './keep-marketing.ts';
import { startPrefetch } from './prefetch.ts';

/**
 * The behaviour of every page's frame, from when the page is idle. Kept small, and without imports that islands
 * share: a shared module would become a file of its own.
 */
const bar = document.querySelector<HTMLProgressElement>('.progress');
const banner = document.querySelector<HTMLElement>('.banner');
if (bar) document.addEventListener('manay:progress', ({ detail }) => drawProgress(bar, detail));
if (banner) {
  document.addEventListener('manay:error', ({ detail }) => drawError(banner, detail));
  banner.addEventListener('click', () => document.dispatchEvent(new CustomEvent('manay:error', { detail: null })));
}
document.dispatchEvent(new Event('manay:frame-ready'));
startPrefetch(isSparing);
keepMarketing(location);

/** Adds what only clients have, for an existing session or one that begins on this page. */
const addClients = () => {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>('template.clients')) {
    document.body.append(content);
  }
};
if (document.documentElement.matches('.signed-in')) addClients();
document.addEventListener('manay:signed-in', addClients);

/** The script that sends device data is in a template of its own: once a day, and not with data saver. */
const device = document.querySelector<HTMLTemplateElement>('template.device');
if (device && !isSparing() && !isToldToday(device)) document.body.append(device.content);

/** A browser without storage sends its device data on each page: the limit is ten a minute. */
function isToldToday({ dataset }: HTMLTemplateElement): boolean {
  try {
    return localStorage.getItem(dataset['key'] ?? '') === new Date().toISOString().slice(0, 10);
  } catch {
    return false;
  }
}
