import {
  type BlockSchema,
  type FieldProblem,
  fieldProblems,
  problemSentence,
  type RawBlock,
} from '#storyblok/block-schema.ts';
import { type FieldFault, faultWords } from '#storyblok/field-fault.ts';
import { addressFault } from '#storyblok/story-address.ts';

/** One mistake in a story, for its editor. */
export interface StoryProblem {
  /** `_uid` of the block. */
  readonly uid: string;
  readonly component: string;
  /** Undefined when the block is not allowed in its place. */
  readonly field: string | undefined;
  readonly fault: FieldFault;
  /** The mistake as a sentence that names story, block and field. */
  readonly sentence: string;
}

/**
 * All violations of the schemas in a story, nested blocks included, from top to bottom.
 * @param byName every schema by its name
 * @param content in one language
 * @param story full slug, for the sentences
 */
export function storyProblems(
  byName: ReadonlyMap<string, BlockSchema>,
  content: RawBlock,
  story: string,
): StoryProblem[] {
  return problemsIn(content, { story, byName, kind: 'story' });
}

/** What is wrong with the address of a story. @param fullSlug without a language */
export function addressProblems({ component, _uid: uid }: RawBlock, fullSlug: string): StoryProblem[] {
  // Others have no page.
  const fault = component === 'page' ? addressFault(fullSlug) : undefined;
  return fault ? [{ uid, component, field: undefined, fault, sentence: addressSentence(fullSlug, fault) }] : [];
}

/** `story "index.html": …` */
export function addressSentence(fullSlug: string, fault: FieldFault): string {
  return `story "${fullSlug}": ${faultWords(fault, 'en')}`;
}

interface Place {
  readonly story: string;
  readonly byName: ReadonlyMap<string, BlockSchema>;
  readonly kind: BlockSchema['kind'];
}

function problemsIn(raw: RawBlock, place: Place): StoryProblem[] {
  const { byName, kind } = place;
  const schema = byName.get(raw.component);
  if (!schema) return [misplaced(raw, place, { code: 'no_such_block' })];
  if (schema.kind !== kind) {
    return [misplaced(raw, place, { code: kind === 'story' ? 'belongs_inside' : 'belongs_at_top' })];
  }
  const own = fieldProblems(schema, raw).map((problem) => inField(raw, place, problem));
  const nested = Object.entries(schema.fields)
    .filter(([, field]) => field.storyblok['type'] === 'bloks')
    .flatMap(([name]) => blocksOf(raw[name]));
  return [...own, ...nested.flatMap((child) => problemsIn(child, { ...place, kind: 'nested' }))];
}

function misplaced({ component, _uid: uid }: RawBlock, { story }: Place, fault: FieldFault): StoryProblem {
  const sentence = `story "${story}", block "${component}" (${uid}): ${faultWords(fault, 'en')}`;
  return { uid, component, field: undefined, fault, sentence };
}

function inField(raw: RawBlock, { story }: Place, problem: FieldProblem): StoryProblem {
  return { uid: raw._uid, component: raw.component, ...problem, sentence: problemSentence(raw, story, problem) };
}

function blocksOf(value: unknown): RawBlock[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is RawBlock => typeof item?.component === 'string' && typeof item?._uid === 'string',
  );
}
