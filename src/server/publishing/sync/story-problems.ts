import { type BlockSchema, blockPlace, fieldProblems, type RawBlock } from '#storyblok/block-schema.ts';
import type { FieldFault } from '#storyblok/field-fault.ts';
import type { LenderFacts } from '#storyblok/lender-facts.ts';
import { addressFault } from '#storyblok/story-address.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';

/** One mistake in a story; without a field when the block is not allowed in its place. */
export type StoryProblem = StoryFault & Required<Pick<StoryFault, 'story' | 'block'>>;

/**
 * All violations of the schemas in a story, nested blocks included, from top to bottom.
 * @param byName every schema by its name
 * @param content in one language
 * @param story full slug, with the language in front of it
 */
export function storyProblems(
  byName: ReadonlyMap<string, BlockSchema>,
  content: RawBlock,
  story: string,
  facts: LenderFacts = {},
): StoryProblem[] {
  return problemsIn(content, { story, byName, facts, kind: 'story' });
}

/**
 * Checks the address of a story.
 * @param fullSlug without a language
 */
export function addressProblems(content: RawBlock, fullSlug: string): StoryProblem[] {
  // Others have no page.
  const fault = content.component === 'page' ? addressFault(fullSlug) : undefined;
  return fault ? [{ ...blockPlace(content, fullSlug), fault }] : [];
}

interface Place {
  readonly story: string;
  readonly byName: ReadonlyMap<string, BlockSchema>;
  readonly facts: LenderFacts;
  readonly kind: BlockSchema['kind'];
}

function problemsIn(raw: RawBlock, place: Place): StoryProblem[] {
  const { byName, kind } = place;
  const schema = byName.get(raw.component);
  if (!schema) return [misplaced(raw, place, { code: 'no_such_block' })];
  if (schema.kind !== kind) {
    return [misplaced(raw, place, { code: kind === 'story' ? 'belongs_inside' : 'belongs_at_top' })];
  }
  const own = fieldProblems(schema, raw, place.facts).map((problem) => ({
    ...blockPlace(raw, place.story),
    ...problem,
  }));
  const nested = Object.entries(schema.fields)
    .filter(([, field]) => field.storyblok['type'] === 'bloks')
    .flatMap(([name]) => blocksOf(raw[name]));
  return [...own, ...nested.flatMap((child) => problemsIn(child, { ...place, kind: 'nested' }))];
}

function misplaced(raw: RawBlock, { story }: Place, fault: FieldFault): StoryProblem {
  return { ...blockPlace(raw, story), fault };
}

function blocksOf(value: unknown): RawBlock[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is RawBlock => typeof item?.component === 'string' && typeof item?._uid === 'string',
  );
}
