import { html } from 'hono/html';
import { type PublishFacts, type Standing, standingOf } from '#server/publishing/publisher/publish-standing.ts';
import { faultInShort } from '#storyblok/field-fault.ts';
import type { EditedStory } from '../content-service/editing.ts';
import { type DraftBlock, withOwnIds } from './block-tree.ts';
import { labelOfKey } from './components.ts';
import { type EditorContext, type OpenStory, problemsOf } from './edit-story.ts';
import { fieldId } from './field-input.ts';
import type { Say } from './language.ts';
import { type Html, storyPath } from './page.ts';

/** What every page of the editor says of a story. */
export interface StoryStanding {
  /** `draft`: visitors do not see the story, and nobody asked that they do. */
  readonly state: 'draft' | Standing['state'];
  /** Why it is held back, with the address of the field that it is in. */
  readonly reasons: readonly HeldReason[];
  /** Why the publish failed. */
  readonly failure: string | undefined;
}

interface HeldReason {
  readonly sentence: string;
  readonly href: string;
  /** As the publisher said it, in English. */
  readonly isRaw: boolean;
}

export function standingOfStory(facts: PublishFacts, story: EditedStory): StoryStanding {
  const { published, change, draft } = story;
  const standing = standingOf(facts, { version: change?.version ?? 0, fullSlug: draft.full_slug });
  const isOff = !published && (change === undefined || standing.state === 'live');
  const sentences = standing.state === 'held-back' ? standing.sentences : [];
  return {
    state: isOff ? 'draft' : standing.state,
    reasons: sentences.map((sentence) => ({ sentence, href: placeOf(sentence, story), isRaw: true })),
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

/** Where a story stands; what holds it back is told in the reader's language, with the way to the field. */
export async function toldStanding(
  context: EditorContext,
  open: OpenStory,
  facts: PublishFacts,
  say: Say,
): Promise<StoryStanding> {
  const { story } = open;
  const standing = standingOfStory(facts, story);
  if (standing.state !== 'held-back') return standing;
  const reasons = story.published ? mistakesOf(context, open, say) : await linksThatHold(context, story, say);
  return reasons.length > 0 ? { ...standing, reasons } : standing;
}

function mistakesOf(context: EditorContext, open: OpenStory, say: Say): HeldReason[] {
  const { draft, published } = open.story;
  const { components } = context;
  const content = withOwnIds((published ?? draft).content as DraftBlock, components);
  return problemsOf(context, open, content).map(({ uid, component, field, fault }) => {
    const [key] = field?.split('.') ?? [];
    const name = components.get(component)?.displayName ?? component;
    const place = key === undefined ? name : `${name} › ${labelOfKey(components, component, key)}`;
    const language = /__i18n__(.+)$/.exec(key ?? '')?.[1];
    const href = `${storyPath(draft.uuid, language)}#${key === undefined ? `b-${uid}` : fieldId(uid, key)}`;
    return { sentence: `${place}: ${faultInShort(fault, say.locale)}`, href, isRaw: false };
  });
}

async function linksThatHold(context: EditorContext, { draft }: EditedStory, say: Say): Promise<HeldReason[]> {
  const names = await namesLeadingTo(context, draft);
  const href = storyPath(draft.uuid, undefined);
  return names === undefined ? [] : [{ sentence: say('kept_linked', { names }), href, isRaw: false }];
}

type Target = Pick<EditedStory['draft'], 'uuid' | 'full_slug'>;

/** The published stories that link to a story; undefined when there is none. */
export async function namesLeadingTo({ editing }: EditorContext, target: Target): Promise<string | undefined> {
  const { stories } = await editing.list();
  const leading = stories.filter(
    ({ draft, published }) => draft.uuid !== target.uuid && published && leads(published.content, target),
  );
  return leading.map(({ draft }) => `“${draft.name}”`).join(', ') || undefined;
}

/** A link field has its story in `id`, a link inside rich text in `uuid`; a typed one has a URL. */
function leads(value: unknown, target: Target): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { linktype, id, uuid, url, href } = value as Readonly<Record<string, unknown>>;
  if (linktype === 'story' && (id === target.uuid || uuid === target.uuid)) return true;
  if (linktype === 'url' && [url, href].some((address) => isAddressOf(address, target))) return true;
  return Object.values(value).some((inner) => leads(inner, target));
}

function isAddressOf(address: unknown, { full_slug }: Target): boolean {
  if (typeof address !== 'string') return false;
  const [path = ''] = address.split(/[?#]/, 1);
  return path.replace(/^\/?(?:en\/)?/, '').replace(/\/$/, '') === full_slug;
}

/** The reasons of a held-back or failed story, in full; what the publisher says, it says in English. */
export function reasonsOf({ reasons, failure }: StoryStanding, say: Say): Html {
  const items = reasons.map(({ sentence, href, isRaw }) => {
    return html`<li${isRaw ? html` lang="en"` : ''}><a href="${href}">${sentence}</a></li>`;
  });
  const list = items.length > 0 ? html`<ul>${items}</ul>` : '';
  return failure === undefined
    ? html`${list}`
    : html`${list}<p>${say('publisher_said')}</p><pre lang="en">${failure}</pre>`;
}
