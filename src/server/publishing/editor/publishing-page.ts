import { html } from 'hono/html';
import type { Html } from './page.ts';
import { reasonsOf, STATE_SENTENCES, STATE_WORDS, type StoryStanding } from './story-standing.ts';

export interface PublishingPage {
  readonly name: string;
  readonly action: 'published' | 'unpublished';
  readonly storyUrl: string;
  /** Undefined for a story that is not a page. */
  readonly publicUrl: string | undefined;
  /** The script polls the state here. */
  readonly stateUrl: string;
  readonly standing: StoryStanding;
  /** Since the button was pressed, or until it was live; undefined when that is long past. */
  readonly seconds: number | undefined;
}

/** Shown until the change is live; a script loads it again when the state changes, a browser without scripts reloads. */
export function publishingPage(page: PublishingPage): Html {
  const { name, action, storyUrl, stateUrl, standing } = page;
  const isOff = action === 'unpublished';
  return html`<div class="gate publishing" data-state="${standing.state}" data-poll="${stateUrl}"><h1>${isOff ? 'Taking off' : 'Publishing'}: ${name}</h1>
<div role="status">${told(page)}</div>
<p><a href="${storyUrl}">Back to the story</a></p></div>`;
}

function told({ action, publicUrl, standing, seconds }: PublishingPage): Html {
  const { state } = standing;
  const isOff = action === 'unpublished';
  const took = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
  if (state === 'publishing') {
    return html`<p><progress aria-label="${STATE_WORDS[state]}"></progress> ${STATE_SENTENCES[state]} <span data-seconds>${took}</span></p>`;
  }
  if (state === 'live' || state === 'draft') {
    const goal =
      publicUrl && !isOff
        ? html`<a href="${publicUrl}" target="_blank" rel="noopener">${publicUrl} ↗</a>`
        : isOff
          ? 'the story is gone'
          : 'every page that shows it';
    return html`<p class="when-live"><strong>Live</strong> ${took ? `${took} after you pressed the button` : ''}: ${goal}</p>`;
  }
  const word = state === 'failed' && isOff ? 'Still there' : STATE_WORDS[state];
  return html`<p><strong>${word}.</strong> ${STATE_SENTENCES[state]}</p>${reasonsOf(standing)}`;
}
