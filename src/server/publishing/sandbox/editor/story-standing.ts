import { html } from 'hono/html';
import { type PublishFacts, type Standing, standingOf } from '#server/publishing/publisher/publish-standing.ts';
import type { EditedStory } from '../content-service/editing.ts';
import { fieldId } from './field-input.ts';
import type { Say } from './language.ts';
import { type Html, storyPath } from './page.ts';

/** What every page of the editor says of a story. */
export interface StoryStanding {
  /** `draft`: visitors do not see the story, and its publishing was not requested. */
  readonly state: 'draft' | Standing['state'];
  /** Why it is held back, with the address of the field that it is in. */
  readonly reasons: readonly HeldReason[];
  /** Why the publish failed. */
  readonly failure: string | undefined;
}

interface HeldReason {
  /** As the publisher said it, in English. */
  readonly sentence: string;
  readonly href: string;
}

export function standingOfStory(facts: PublishFacts, story: EditedStory): StoryStanding {
  const { published, change, draft } = story;
  const standing = standingOf(facts, { version: change?.version ?? 0, fullSlug: draft.full_slug });
  const isOff = !published && (change === undefined || standing.state === 'live');
  const sentences = standing.state === 'held-back' ? standing.sentences : [];
  return {
    state: isOff ? 'draft' : standing.state,
    reasons: sentences.map((sentence) => ({ sentence, href: placeOf(sentence, story) })),
    failure: standing.state === 'failed' ? `${standing.step}: ${standing.reason}` : undefined,
  };
}

/** The story's page at the field that a sentence names; else its top. */
function placeOf(sentence: string, { draft }: EditedStory): string {
  const isTranslation = /story "en\/|\ben\/|page \/en\//.test(sentence);
  const page = storyPath(draft.uuid, isTranslation ? 'en' : undefined);
  const [, uid, field] = /block "[^"]*" \(([^)]+)\)(?:, field "([^".]+)[^"]*")?/.exec(sentence) ?? [];
  if (!uid) return page;
  return `${page}#${field ? fieldId(uid, field) : `b-${uid}`}`;
}

/** The reasons of a held-back or failed story, in full; what the publisher says, it says in English. */
export function reasonsOf({ reasons, failure }: StoryStanding, say: Say): Html {
  const items = reasons.map(({ sentence, href }) => html`<li lang="en"><a href="${href}">${sentence}</a></li>`);
  const list = items.length > 0 ? html`<ul>${items}</ul>` : '';
  return failure === undefined
    ? html`${list}`
    : html`${list}<p>${say('publisher_said')}</p><pre lang="en">${failure}</pre>`;
}
