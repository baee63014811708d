import { isSparing } from '#stores/connection.ts';
import type {} from '#stores/frame-events.ts';
import { drawError } from '#ui/error-banner/error-banner.ts';
import { drawProgress } from '#ui/progress-bar/progress-bar.ts';
import { keepMarketing } from './keep-marketing.ts';
import { startPrefetch } from './prefetch.ts';

/**
 * What every page does by itself, from when it is idle. It stays small, and it imports nothing that islands import too:
 * a shared module would become a file of its own.
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

/** What clients have comes with a session: one that is there, or one that begins on this page. */
const addClients = () => {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>('template.clients')) {
    document.body.append(content);
  }
};
if (document.documentElement.matches('.signed-in')) addClients();
document.addEventListener('manay:signed-in', addClients);

/** The script that tells the device waits in a template of its own: it comes once a day, and not to who must spare. */
const device = document.querySelector<HTMLTemplateElement>('template.device');
if (device && !isSparing() && !isToldToday(device)) document.body.append(device.content);

/** A browser that keeps nothing for us tells its device on each page: ten a minute are allowed. */
function isToldToday({ dataset }: HTMLTemplateElement): boolean {
  try {
    return localStorage.getItem(dataset['key'] ?? '') === new Date().toISOString().slice(0, 10);
  } catch {
    return false;
  }
}
