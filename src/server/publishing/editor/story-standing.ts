import { html } from 'hono/html';
import type { MovedPage } from '#server/kit/moved-pages.ts';
import type { EditedStory } from '#server/publishing/content-service/editing.ts';
import { type PublishFacts, type Standing, standingOf } from '#server/publishing/publisher/publish-standing.ts';
import { storyPath } from '#storyblok/link.ts';
import { type DraftBlock, mapBlocks } from './block-tree.ts';
import type { Components } from './components.ts';
import { fieldId } from './field-input.ts';
import type { Html } from './page.ts';
import { leadsToAddress } from './story-links.ts';

/** What every page of the editor says of a story. */
export interface StoryStanding {
  /** `draft`: visitors do not see the story, and nobody asked that they do. */
  readonly state: 'draft' | Standing['state'];
  /** Why it is held back, with the address of the field that it is in. */
  readonly reasons: readonly { readonly sentence: string; readonly href: string }[];
  /** Why the publish failed. */
  readonly failure: string | undefined;
  /** Former addresses at which visitors are led to the story's page. */
  readonly formerAddresses: readonly MovedPage[];
}

export const STATE_WORDS: Readonly<Record<StoryStanding['state'], string>> = {
  draft: 'Not public',
  live: 'Live',
  publishing: 'Publishing',
  'held-back': 'Held back',
  paused: 'Paused',
  failed: 'Failed',
};

export function standingOfStory(facts: PublishFacts, story: EditedStory, components: Components): StoryStanding {
  const { published, change, draft } = story;
  const { version } = change ?? { version: 0 };
  const standing = standingOf(facts, { version, fullSlug: draft.full_slug });
  const isOff = !published && (change === undefined || standing.state === 'live');
  const sentences = standing.state === 'held-back' ? standing.sentences : [];
  return {
    state: isOff ? 'draft' : standing.state,
    reasons: sentences.map((sentence) => ({ sentence, href: placeOf(sentence, story, components) })),
    formerAddresses: facts.movedPages.filter(({ to }) => to === encodeURI(storyPath(draft.full_slug, 'es'))),
    failure: standing.state === 'failed' ? `${standing.step}: ${standing.reason}` : undefined,
  };
}

/** The story's page at the field that a sentence names, or at the one with the link that it names; else its top. */
function placeOf(sentence: string, { draft, published }: EditedStory, components: Components): string {
  const isTranslation = /story "en\/|\ben\/|page \/en\//.test(sentence);
  const page = `/editor/stories/${draft.uuid}/${isTranslation ? '?lang=en' : ''}`;
  const [, uid, field] = /block "[^"]*" \(([^)]+)\)(?:, field "([^".]+)[^"]*")?/.exec(sentence) ?? [];
  if (uid) return `${page}#${field ? fieldId(uid, field) : `b-${uid}`}`;
  const [, address] = / leads to (\/[^\s,]*)/.exec(sentence) ?? [];
  const place = address && linkTo(address, (published ?? draft).content as DraftBlock, components);
  return place ? `${page}#${place}` : page;
}

/** The first field with a link to an address. */
function linkTo(address: string, content: DraftBlock, components: Components): string | undefined {
  const slug = address.replace(/^\/(?:en\/)?/, '').replace(/[/?#].*$|\/$/, '');
  const places: string[] = [];
  mapBlocks(content, components, (block) => {
    const fields = components.get(block.component)?.fields ?? [];
    for (const { name, type } of fields) {
      if (type !== 'bloks' && leadsToAddress(block[name], slug)) places.push(fieldId(block._uid, name));
    }
    return block;
  });
  return places[0];
}

/** The reasons of a held-back or failed story, in full. */
export function reasonsOf({ reasons, failure }: StoryStanding): Html {
  const items = reasons.map(({ sentence, href }) => html`<li><a href="${href}">${sentence}</a></li>`);
  return html`${items.length > 0 ? html`<ul>${items}</ul>` : ''}${failure === undefined ? '' : html`<pre>${failure}</pre>`}`;
}

/** What a state means, where there is room to say it. */
export const STATE_SENTENCES: Readonly<Record<StoryStanding['state'], string>> = {
  draft: 'Visitors do not see it.',
  live: 'Visitors see it.',
  publishing: 'Sent to the publisher. It waits three quiet seconds, then builds, checks and releases.',
  'held-back': 'Visitors keep the last good version of this story, and your draft is kept. This has to be mended:',
  paused:
    'An operator has rolled the site back and paused publishing. What you published goes live when publishing goes on (npm run release -- resume); until then visitors see the older release.',
  failed: 'Visitors keep what they saw before, and your draft is kept.',
};
