import { html } from 'hono/html';
import type { Html } from './page.ts';

/** Whether the public site shows what was published. */
export type PublishingState =
  /** The publisher is debouncing or building. */
  | { readonly state: 'working'; readonly seconds: number }
  | { readonly state: 'live'; readonly seconds: number; readonly release: string }
  | { readonly state: 'failed'; readonly step: string; readonly reason: string };

export interface PublishingPage {
  readonly name: string;
  readonly action: 'published' | 'unpublished';
  readonly storyUrl: string;
  /** Undefined for a story that is not a page. */
  readonly publicUrl: string | undefined;
  /** The script polls the state here. */
  readonly stateUrl: string;
  readonly now: PublishingState;
}

/** Shown until the change is live; a script polls every half second, a browser without scripts reloads. */
export function publishingPage({ name, action, storyUrl, publicUrl, stateUrl, now }: PublishingPage): Html {
  const isOff = action === 'unpublished';
  const goal =
    publicUrl && !isOff
      ? html`<a href="${publicUrl}" target="_blank" rel="noopener">${publicUrl} ↗</a>`
      : isOff
        ? 'the story is gone'
        : 'every page that shows it';
  return html`<div class="gate publishing" data-state="${now.state}" data-poll="${stateUrl}"><h1>${isOff ? 'Taking off' : 'Publishing'}: ${name}</h1>
<div role="status"><p class="step when-working"><progress></progress> Sent to the publisher. It waits three quiet seconds, then builds, checks and releases. <span data-seconds>${seconds(now)}</span></p>
<p class="step when-live"><strong>Live</strong> <span data-live-seconds>${seconds(now)}</span> after you pressed the button: ${goal}</p>
<div class="step when-failed"><p><strong>${isOff ? 'Still there.' : 'Not published.'}</strong> Visitors keep what they saw before, and your draft is kept.</p><pre data-reason>${now.state === 'failed' ? `${now.step}: ${now.reason}` : ''}</pre></div></div>
<p><a href="${storyUrl}">Back to the story</a></p></div>`;
}

function seconds(now: PublishingState): string {
  return now.state === 'failed' ? '' : `${now.seconds.toFixed(1)} s`;
}
