import { html } from 'hono/html';
import type { Say } from './language.ts';
import type { Html } from './page.ts';
import { reasonsOf, type StoryStanding } from './story-standing.ts';

export interface PublishingPage {
  readonly say: Say;
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

/** By where the change stands. */
const TITLES = {
  published: { publishing: 'publishing_title', live: 'published_title', other: 'unpublished_title' },
  unpublished: { publishing: 'taking_off_title', draft: 'taken_off_title', other: 'still_on_title' },
} as const;

/** Shown until the change is live; a script loads it again when the state changes, a browser without scripts reloads. */
export function publishingPage(page: PublishingPage): Html {
  const { say, name, action, storyUrl, stateUrl, standing } = page;
  const titles = TITLES[action];
  const title = titles[standing.state as 'publishing'] ?? titles.other;
  return html`<div class="gate publishing" data-state="${standing.state}" data-poll="${stateUrl}"><h1>${say(title, { name })}</h1>
<div role="status">${told(page)}</div>
<p><a href="${storyUrl}">${say('back_to_story')}</a></p></div>`;
}

function told({ say, action, publicUrl, standing, seconds }: PublishingPage): Html {
  const { state } = standing;
  const isOff = action === 'unpublished';
  const took = seconds?.toFixed(1);
  if (state === 'publishing') {
    return html`<p><progress aria-label="${say('state_publishing')}"></progress> ${say('means_publishing')} <span data-seconds>${took === undefined ? '' : `${took} s`}</span></p>`;
  }
  if (state === 'live' || state === 'draft') {
    const goal =
      publicUrl && !isOff
        ? html`<a href="${publicUrl}" target="_blank" rel="noopener">${publicUrl} ↗</a>`
        : isOff
          ? say('story_gone')
          : say('every_page');
    return html`<p class="when-live"><strong>${say(`state_${state}`)}</strong> ${took ? say('live_after', { seconds: took }) : ''}: ${goal}</p>`;
  }
  const word = state === 'failed' && isOff ? say('still_there') : say(`state_${state}`);
  return html`<p><strong>${word}.</strong> ${say(`means_${state}`)}</p>${reasonsOf(standing, say)}`;
}
