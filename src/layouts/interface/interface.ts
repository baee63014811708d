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
const consent = document.querySelector<HTMLElement>('.consent');
if (consent) import('../consent/consent.ts').then(({ startConsent }) => startConsent(consent));
if (!isSparing()) import('#stores/device.ts').then(({ sendDeviceOnceADay }) => sendDeviceOnceADay());
