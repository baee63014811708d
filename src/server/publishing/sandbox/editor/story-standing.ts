import { html } from 'hono/html';
import { DEFAULT_LOCALE, type Locale, localeOfPath } from '#i18n/locale.ts';
import { type PublishFacts, type Standing, standingOf } from '#server/publishing/publisher/publish-standing.ts';
import { faultSentence, type StoryFault } from '#storyblok/story-fault.ts';
import type { EditedStory } from '../content-service/editing.ts';
import { fieldId } from './field-input.ts';
import type { Say } from './language.ts';
import { type Html, storyPath } from './page.ts';

/** The standing of a story, which every page of the editor shows. */
export interface StoryStanding {
  /** `draft`: visitors do not see the story, and its publishing was not requested. */
  readonly state: 'draft' | Standing['state'];
  /** Why it is held back, or why the publish failed, with the address of the field where it is in this story. */
  readonly reasons: readonly Reason[];
  /** Why the publish failed, where that is not a mistake in the content. */
  readonly failure: string | undefined;
}

interface Reason {
  readonly fault: StoryFault;
  readonly href: string | undefined;
}

export function standingOfStory(facts: PublishFacts, story: EditedStory): StoryStanding {
  const { published, change, draft } = story;
  const standing = standingOf(facts, { version: change?.version ?? 0, fullSlug: draft.full_slug });
  const isOff = !published && (change === undefined || standing.state === 'live');
  const faults = 'faults' in standing ? standing.faults : [];
  const isUnknown = standing.state === 'failed' && faults.length === 0;
  return {
    state: isOff ? 'draft' : standing.state,
    reasons: faults.map((fault) => ({ fault, href: placeOf(fault, story) })),
    failure: isUnknown ? `${standing.step}: ${standing.reason}` : undefined,
  };
}

/** The story's page at the field of a mistake; else its top, or nothing when it is in another story. */
function placeOf({ story, locale, block, field, page }: StoryFault, { draft }: EditedStory): string | undefined {
  if (story !== undefined && story !== draft.full_slug) return undefined;
  const language = locale ?? (block || page === undefined ? undefined : translationOf(page));
  const top = storyPath(draft.uuid, language);
  if (!block) return top;
  const key = field && `${field.split('.', 1)[0]}${language ? `__i18n__${language}` : ''}`;
  return `${top}#${key ? fieldId(block.uid, key) : `b-${block.uid}`}`;
}

function translationOf(page: string): Locale | undefined {
  const locale = localeOfPath(`/${page}`);
  return locale === DEFAULT_LOCALE ? undefined : locale;
}

/** The reasons of a held-back or failed story, in full; what the publisher says of itself, it says in English. */
export function reasonsOf({ reasons, failure }: StoryStanding, say: Say): Html {
  const items = reasons.map(({ fault, href }) => {
    const sentence = faultSentence(fault, say.locale);
    return href === undefined ? html`<li>${sentence}</li>` : html`<li><a href="${href}">${sentence}</a></li>`;
  });
  const list = items.length > 0 ? html`<ul>${items}</ul>` : '';
  return failure === undefined
    ? html`${list}`
    : html`${list}<p>${say('publisher_said')}</p><pre lang="en">${failure}</pre>`;
}
