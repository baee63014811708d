import { isDeepStrictEqual as isSame } from 'node:util';
import { blockFields, blocksIn, type DraftBlock } from './block-tree.ts';
import type { Components } from './components.ts';

/** Something that two people changed, each in another way. */
export interface Conflict {
  /** `field`: its value. `order`: the places of the blocks in a field. `removed`: one removed the block the other changed. */
  readonly kind: 'field' | 'order' | 'removed';
  readonly uid: string;
  readonly component: string;
  /** The key of the value in its block, also for `order`; undefined for `removed`. */
  readonly key: string | undefined;
  /** For `order` the blocks, for `removed` the block, undefined for whoever removed it. */
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = 'mine' | 'theirs';

interface Merging {
  readonly components: Components;
  readonly choose: (conflict: Conflict) => Side | undefined;
  readonly conflicts: Conflict[];
}

/**
 * Merges two versions of a story that were made of the same one: block by block, and in a block field by field. The
 * order of the blocks in a field counts as one field; blocks that were added or removed are merged one by one.
 * @param base the version both were made of; undefined when it is not known: then every difference is a conflict
 * @param choose what was chosen for a conflict; undefined when nobody has yet
 * @returns the story, with their values where nothing was chosen, and the conflicts without a choice
 */
export function mergeStories(
  versions: { readonly base: DraftBlock | undefined; readonly mine: DraftBlock; readonly theirs: DraftBlock },
  components: Components,
  choose: Merging['choose'] = () => undefined,
): { readonly story: DraftBlock; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const story = mergeBlock(versions.base, versions.mine, versions.theirs, { components, choose, conflicts });
  return { story, conflicts };
}

function mergeBlock(base: DraftBlock | undefined, mine: DraftBlock, theirs: DraftBlock, to: Merging): DraftBlock {
  if (isSame(base, mine)) return theirs;
  const lists = new Set(blockFields(to.components, theirs.component).map(({ name }) => name));
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged = [...keys].map((key) => {
    const value = lists.has(key)
      ? mergeList({ base, mine, theirs, key }, to)
      : mergeValue({ base: base?.[key], mine: mine[key], theirs: theirs[key] }, { key, block: theirs, to });
    return [key, value] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as unknown as DraftBlock;
}

function mergeValue(
  { base, mine, theirs }: { readonly base: unknown; readonly mine: unknown; readonly theirs: unknown },
  { key, block, to }: { readonly key: string; readonly block: DraftBlock; readonly to: Merging },
): unknown {
  if (isSame(base, mine)) return theirs;
  if (isSame(base, theirs) || isSame(mine, theirs)) return mine;
  const { _uid: uid, component } = block;
  return sideOf({ kind: 'field', uid, component, key, mine, theirs }, to) === 'mine' ? mine : theirs;
}

/** Their side until somebody chooses. */
function sideOf(conflict: Conflict, { choose, conflicts }: Merging): Side {
  const side = choose(conflict);
  if (!side) conflicts.push(conflict);
  return side ?? 'theirs';
}

interface Lists {
  readonly base: DraftBlock | undefined;
  readonly mine: DraftBlock;
  readonly theirs: DraftBlock;
  readonly key: string;
}

function mergeList(lists: Lists, to: Merging): unknown {
  const { base, mine, theirs, key } = lists;
  const [before, own, other] = [base, mine, theirs].map((block) => blocksIn(block?.[key]));
  if (!before || !own || !other || isSame(own, other)) return theirs[key] ?? mine[key];
  const [first, second] = leadOf(lists, { before, own, other }, to) === 'mine' ? [own, other] : [other, own];
  const uids = interleaved(
    first.map(({ _uid }) => _uid),
    second.map(({ _uid }) => _uid),
  );
  return uids.flatMap((uid) => {
    const [was, ours, now] = [before, own, other].map((blocks) => blocks.find(({ _uid }) => _uid === uid));
    return mergedBlock({ was, ours, now }, to) ?? [];
  });
}

/** Whose order counts. */
function leadOf(
  { mine, theirs, key }: Lists,
  { before, own, other }: Record<'before' | 'own' | 'other', readonly DraftBlock[]>,
  to: Merging,
): Side {
  const inAll = new Set(before.map(({ _uid }) => _uid));
  for (const blocks of [own, other]) {
    const here = new Set(blocks.map(({ _uid }) => _uid));
    for (const uid of inAll) if (!here.has(uid)) inAll.delete(uid);
  }
  const orderOf = (blocks: readonly DraftBlock[]) => blocks.map(({ _uid }) => _uid).filter((uid) => inAll.has(uid));
  if (isSame(orderOf(own), orderOf(before)) || isSame(orderOf(own), orderOf(other))) return 'theirs';
  if (isSame(orderOf(other), orderOf(before))) return 'mine';
  const { _uid: uid, component } = theirs;
  return sideOf({ kind: 'order', uid, component, key, mine: mine[key], theirs: theirs[key] }, to);
}

/** The first list with what only the second one has, each after the same neighbour. */
function interleaved(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = [...first];
  for (const [at, uid] of second.entries()) {
    if (all.includes(uid)) continue;
    all.splice(at === 0 ? 0 : all.indexOf(second[at - 1] ?? '') + 1, 0, uid);
  }
  return all;
}

/** @returns undefined when the block is gone */
function mergedBlock(
  { was, ours, now }: Readonly<Record<'was' | 'ours' | 'now', DraftBlock | undefined>>,
  to: Merging,
): DraftBlock | undefined {
  if (ours && now) return mergeBlock(was, ours, now, to);
  const left = ours ?? now;
  // Only one of them has it: added, or the other one removed it.
  if (!left || !was) return left;
  if (isSame(was, left)) return undefined;
  const conflict = { kind: 'removed', uid: left._uid, component: left.component, key: undefined } as const;
  const side = sideOf({ ...conflict, mine: ours, theirs: now }, to);
  return side === 'mine' ? ours : now;
}
