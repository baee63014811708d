import { isDeepStrictEqual as isSame } from 'node:util';
import { blockFields, blocksIn, type DraftBlock } from './block-tree.ts';
import type { Components } from './components.ts';
import type { Conflict } from './merge-stories.ts';

/** How two versions of a story differ, from top to bottom. `mine` is the first one, `theirs` the second. */
export function differencesOf(mine: DraftBlock, theirs: DraftBlock, components: Components): readonly Conflict[] {
  const { _uid: uid, component } = theirs;
  const lists = new Set(blockFields(components, component).map(({ name }) => name));
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((key): readonly Conflict[] => {
    if (isSame(mine[key], theirs[key])) return [];
    if (!lists.has(key)) return [{ kind: 'field', uid, component, key, mine: mine[key], theirs: theirs[key] }];
    return differencesOfLists(blocksIn(mine[key]), blocksIn(theirs[key]), { uid, component, key, components });
  });
}

function differencesOfLists(
  mine: readonly DraftBlock[],
  theirs: readonly DraftBlock[],
  {
    components,
    ...place
  }: { readonly uid: string; readonly component: string; readonly key: string; readonly components: Components },
): readonly Conflict[] {
  const [own, other] = [mine, theirs].map((blocks) => new Map(blocks.map((block) => [block._uid, block])));
  const orderOf = (blocks: readonly DraftBlock[]) =>
    blocks.map(({ _uid }) => _uid).filter((uid) => own?.has(uid) && other?.has(uid));
  const moved = isSame(orderOf(mine), orderOf(theirs)) ? [] : [{ kind: 'order', ...place, mine, theirs } as const];
  const uids = new Set([...theirs, ...mine].map(({ _uid }) => _uid));
  const changed = [...uids].flatMap((uid): readonly Conflict[] => {
    const [before, after] = [own?.get(uid), other?.get(uid)];
    if (before && after) return differencesOf(before, after, components);
    const { component } = (before ?? after) as DraftBlock;
    return [{ kind: 'removed', uid, component, key: undefined, mine: before, theirs: after }];
  });
  return [...moved, ...changed];
}
