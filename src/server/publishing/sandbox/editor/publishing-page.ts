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
  readonly standing: StoryStanding;
}

/** By where the change stands. */
const TITLES = {
  published: { publishing: 'publishing_title', live: 'published_title', other: 'unpublished_title' },
  unpublished: { publishing: 'taking_off_title', draft: 'taken_off_title', other: 'still_on_title' },
} as const;

/** Shown until the change is live; a script loads it again when the state changes, a browser without scripts reloads. */
export function publishingPage(page: PublishingPage): Html {
  const { say, name, action, storyUrl, standing } = page;
  const titles = TITLES[action];
  const title = titles[standing.state as 'publishing'] ?? titles.other;
  return html`<div class="gate publishing" data-state="${standing.state}"><h1>${say(title, { name })}</h1>
<div role="status">${told(page)}</div>
<p><a href="${storyUrl}">${say('back_to_story')}</a></p></div>`;
}

function told({ say, action, publicUrl, standing }: PublishingPage): Html {
  const { state } = standing;
  const isOff = action === 'unpublished';
  if (state === 'publishing') {
    return html`<p><progress aria-label="${say('state_publishing')}"></progress> ${say('means_publishing')}</p>`;
  }
  if (state === 'live' || state === 'draft') {
    const page = publicUrl ? html`<a href="${publicUrl}" target="_blank" rel="noopener">${publicUrl} ↗</a>` : undefined;
    return html`<p><strong>${say(`state_${state}`)}</strong>: ${isOff ? say('story_gone') : (page ?? say('every_page'))}</p>`;
  }
  return html`<p><strong>${say(`state_${state}`)}.</strong> ${say(`means_${state}`)}</p>${reasonsOf(standing, say)}`;
}
