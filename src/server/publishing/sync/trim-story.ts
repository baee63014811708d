import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import type { MirrorIndex, StoryFile } from '#storyblok/mirror.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';

type Entry = MirrorIndex['stories'][number];

/**
 * Writes a story into the mirror without the blocks that its mistakes are in. Of blocks inside each other only the
 * innermost goes: without it the outer one is usually in order again.
 * @returns its entry; undefined when the story itself is at fault, or no block of it
 */
export async function writeTrimmedStory(
  mirrorDir: string,
  entry: Entry,
  faults: readonly Pick<StoryFault, 'block'>[],
): Promise<Entry | undefined> {
  const file = JSON.parse(await readFile(join(mirrorDir, entry.file), 'utf8')) as StoryFile;
  // A problem that is not a block's fault stays without the block.
  if (faults.some(({ block }) => block === undefined)) return undefined;
  const named = new Set(faults.flatMap(({ block }) => (block ? [block.uid] : [])));
  let removed = 0;
  const trimmed = Object.entries(file).map(([locale, story]) => {
    const content = withoutInnermost(story.content, named, () => {
      removed += 1;
    });
    return [locale, { ...story, content }] as const;
  });
  if (removed === 0) return undefined;
  const text = JSON.stringify(Object.fromEntries(trimmed));
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = `stories/${entry.uuid}-${digest}.json`;
  await writeAtomically(join(mirrorDir, path), text);
  return { ...entry, digest, file: path };
}

function withoutInnermost<Value>(value: Value, named: ReadonlySet<string>, onRemoved: () => void): Value {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => {
      const goes = isBlock(item) && named.has(item._uid) && !holds(item, named);
      if (goes) onRemoved();
      return !goes;
    });
    return kept.map((item) => withoutInnermost(item, named, onRemoved)) as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutInnermost(inner, named, onRemoved)]),
  ) as Value;
}

/** Tells whether a named block lies inside. */
function holds(value: unknown, named: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => (isBlock(inner) && named.has(inner._uid)) || holds(inner, named));
}

function isBlock(value: unknown): value is RawBlock {
  return typeof value === 'object' && value !== null && '_uid' in value && 'component' in value;
}
