import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Components, FieldDefinition } from './components.ts';

/** A block as stored in its file, with all languages. */
export interface DraftBlock {
  readonly _uid: string;
  readonly component: string;
  readonly [field: string]: unknown;
}

/** Changes to the order of a story's blocks. `up` and `down` stay within their field. */
export type BlockChange =
  | { readonly kind: 'add'; readonly uid: string; readonly field: string; readonly component: string }
  | { readonly kind: 'up' | 'down' | 'remove'; readonly uid: string };

export function blocksIn(value: unknown): DraftBlock[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is DraftBlock => typeof item?.component === 'string');
}

export function blockFields(components: Components, component: string): readonly FieldDefinition[] {
  return (components.get(component)?.fields ?? []).filter(({ type }) => type === 'bloks');
}

/**
 * Maps a block and those inside it, innermost first.
 * @param path field names and indexes, to identify blocks without an id
 */
export function mapBlocks(
  block: DraftBlock,
  components: Components,
  rewrite: (block: DraftBlock, path: string) => DraftBlock,
  path = '',
): DraftBlock {
  const nested = blockFields(components, block.component).map(({ name }) => [
    name,
    blocksIn(block[name]).map((child, at) => mapBlocks(child, components, rewrite, `${path}/${name}/${at}`)),
  ]);
  const present = nested.filter(([name]) => (name as string) in block);
  return rewrite({ ...block, ...Object.fromEntries(present) }, path);
}

/** Every block of a story. */
export function blocksById(story: DraftBlock, components: Components): ReadonlyMap<string, DraftBlock> {
  const found = new Map<string, DraftBlock>();
  mapBlocks(story, components, (block) => {
    found.set(block._uid, block);
    return block;
  });
  return found;
}

/** Forms identify blocks by id: a missing or duplicate id is derived from the block's position. */
export function withOwnIds(story: DraftBlock, components: Components): DraftBlock {
  const taken = new Set<string>();
  return mapBlocks(story, components, (block, path) => {
    const isOwn = typeof block._uid === 'string' && block._uid !== '' && !taken.has(block._uid);
    const uid = isOwn
      ? block._uid
      : createHash('sha256').update(`${path} ${block.component}`).digest('hex').slice(0, 32);
    taken.add(uid);
    return { ...block, _uid: uid };
  });
}

/** Applies a change to a story. Ids that do not exist change nothing. */
export function changeBlocks(story: DraftBlock, components: Components, change: BlockChange): DraftBlock {
  return mapBlocks(story, components, (block) => {
    const changed = blockFields(components, block.component).map((field) => {
      const before = blocksIn(block[field.name]);
      const after = change.kind === 'add' ? added(block, field, change) : rearranged(before, change);
      return [field.name, isDeepStrictEqual(before, after) ? block[field.name] : after] as const;
    });
    return { ...block, ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)) };
  });
}

function added(
  block: DraftBlock,
  field: FieldDefinition,
  change: BlockChange & { kind: 'add' },
): readonly DraftBlock[] {
  const before = blocksIn(block[field.name]);
  const isHere = block._uid === change.uid && field.name === change.field;
  if (!isHere || !field.component_whitelist?.includes(change.component)) return before;
  return [...before, { _uid: randomUUID(), component: change.component }];
}

function rearranged(
  blocks: readonly DraftBlock[],
  change: Exclude<BlockChange, { kind: 'add' }>,
): readonly DraftBlock[] {
  const at = blocks.findIndex(({ _uid }) => _uid === change.uid);
  const block = blocks[at];
  if (!block) return blocks;
  const others = blocks.toSpliced(at, 1);
  if (change.kind === 'remove') return others;
  const to = change.kind === 'up' ? Math.max(0, at - 1) : at + 1;
  return others.toSpliced(to, 0, block);
}
