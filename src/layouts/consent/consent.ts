import Cookies from 'js-cookie';
import type { Route } from '#api/call.ts';
import { CONSENT_COOKIE, consentIn } from '#api/consent.ts';
import type { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { bearer } from '#stores/bearer.ts';
import { loadTagManagers, removeTagCookies } from './tag-managers.ts';

/** Repeated here to keep the schema out of the page; a test compares it with the endpoint. */
export const RECORD_CONSENT: Route<typeof recordConsent> = { method: 'POST', path: '/api/v1/public/consents' };

/**
 * Starts the consent banner: it asks visitors without an answer, loads the tag managers after a yes, and reopens from
 * the button in the footer. Yes and no are one press each (domain 2.19).
 */
export function startConsent(banner: HTMLElement): void {
  const { ids = '', textVersion = '' } = banner.dataset;
  const load = () => loadTagManagers(ids.split(','));
  const answer = consentIn(Cookies.get(CONSENT_COOKIE));
  if (answer === 'granted') load();
  banner.hidden = answer !== 'unasked';
  keepClear(banner);

  banner.addEventListener('click', ({ target }) => {
    const decision = target instanceof Element ? target.closest('button')?.value : undefined;
    if (decision === 'yes' || decision === 'no') decide(banner, decision === 'yes', textVersion, load);
  });
  for (const button of document.querySelectorAll<HTMLElement>('.consent-open')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      banner.hidden = false;
      banner.querySelector('h2')?.focus();
    });
  }
}

/** Scrolls a focused element into view above the banner, not below it, and the end of the page too. */
function keepClear(banner: HTMLElement): void {
  const { body, documentElement } = document;
  new ResizeObserver(() => {
    const height = `${banner.offsetHeight}px`;
    documentElement.style.scrollPaddingBottom = height;
    body.style.paddingBottom = height;
  }).observe(banner);
}

/**
 * Records the answer. Nothing must load before the yes is recorded; a no applies to this page even if it cannot be
 * recorded.
 */
async function decide(banner: HTMLElement, granted: boolean, textVersion: string, load: () => void): Promise<void> {
  const failure = banner.querySelector<HTMLElement>('.consent-failed');
  if (failure) failure.hidden = true;
  const isRecorded = await record(granted, textVersion);
  if (granted && !isRecorded) {
    if (failure) failure.hidden = false;
    return;
  }
  banner.hidden = true;
  if (granted) return load();
  removeTagCookies();
  // Loaded scripts can be removed only by a reload.
  if (window.dataLayer) location.reload();
}

async function record(granted: boolean, textVersion: string): Promise<boolean> {
  const { method, path } = RECORD_CONSENT;
  const headers = { 'content-type': 'application/json', ...bearer() };
  const body = JSON.stringify({ purpose: 'ANALYTICS', granted, textVersion });
  const answer = await fetch(path, { method, headers, body }).catch(() => undefined);
  // An unread response keeps its connection open, and the page never counts as loaded.
  await answer?.text().catch(() => undefined);
  return answer?.ok ?? false;
}
