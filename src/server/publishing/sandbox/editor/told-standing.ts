import type { PublishFacts } from '#server/publishing/publisher/publish-standing.ts';
import { faultInShort } from '#storyblok/field-fault.ts';
import { type DraftBlock, withOwnIds } from './block-tree.ts';
import { labelOfKey } from './components.ts';
import { type EditorContext, type OpenStory, problemsOf } from './edit-story.ts';
import { fieldId } from './field-input.ts';
import type { Say } from './language.ts';
import { storyPath } from './story-form.ts';
import { storiesLeadingTo } from './story-links.ts';
import { type HeldReason, type StoryStanding, standingOfStory } from './story-standing.ts';

/** In one sentence. */
const NAMED_STORIES = 8;

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

async function linksThatHold(context: EditorContext, story: OpenStory['story'], say: Say): Promise<HeldReason[]> {
  const names = await namesLeadingTo(context, story, say);
  const href = storyPath(story.draft.uuid, undefined);
  return names === undefined ? [] : [{ sentence: say('kept_linked', { names }), href, isRaw: false }];
}

/** Undefined when no published story leads there. */
export async function namesLeadingTo(
  context: EditorContext,
  story: OpenStory['story'],
  say: Say,
): Promise<string | undefined> {
  const all = (await storiesLeadingTo(context, story)).map(({ draft }) => `“${draft.name}”`);
  if (all.length === 0) return undefined;
  const names = all.slice(0, NAMED_STORIES).join(', ');
  return all.length > NAMED_STORIES ? say('and_more', { names, count: all.length - NAMED_STORIES }) : names;
}
