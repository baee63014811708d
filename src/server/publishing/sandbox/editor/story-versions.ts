import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../content-service/space.ts';
import { type DraftBlock, withOwnIds } from './block-tree.ts';
import { type EditorContext, markOf, type OpenStory } from './edit-story.ts';
import { PUBLISHED } from './versions-page.ts';

/** A version of a story; undefined when there is none of that name. @param id a version's, or `published` */
export async function findVersion(
  { editing, components }: EditorContext,
  { draft, published }: OpenStory['story'],
  id: string,
): Promise<DraftBlock | undefined> {
  const kept = id === PUBLISHED ? published : (await editing.versions(draft.uuid)).find((one) => one.id === id);
  return kept && withOwnIds(kept.content as DraftBlock, components);
}

/**
 * Makes a version the draft.
 * @param mark of the draft that was compared with it: false when it is another one by now, and nothing is changed
 */
export async function goBack(
  { editing }: EditorContext,
  { story, content }: OpenStory,
  { version, mark }: { readonly version: DraftBlock; readonly mark: string | undefined },
): Promise<boolean> {
  if (mark !== markOf(content)) return false;
  if (isDeepStrictEqual(version, content)) return true;
  return editing.save(story.draft.uuid, version as Block, story.draft.content);
}
