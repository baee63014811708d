import { join } from 'node:path';
import { z } from 'zod';
import { readSmallFile, valueIn } from '#server/kit/small-file.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { slugOfPath } from '#storyblok/link.ts';
import { INDEX_FILE, type Mirror, type MirrorIndex, openMirror, tryReadIndex } from '#storyblok/mirror.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';
import { byUuid } from '../sync/site-index.ts';
import type { BrokenStory } from '../sync/validate-mirror.ts';
import { ownerOf } from './keep-linked-pages.ts';

/** Beside the indexes of the mirror. */
const BLAMED_FILE = 'blamed.json';

/** A story that a build or the gate blamed, and what has to be as it was for the same to happen again. */
interface Blamed {
  readonly uuid: string;
  readonly digest: string;
  readonly codeKey: string;
  /** Of what its mistakes depend on beside the story: where dead links lead, or all that a page shows. */
  readonly depends: string;
  readonly faults: readonly StoryFault[];
}

const blamedShape = z.array(
  z.object({
    uuid: z.string(),
    digest: z.string(),
    codeKey: z.string(),
    depends: z.string(),
    faults: z.array(z.any()),
  }),
);

/** The memory of the stories that builds and gates blamed: the next build begins without them. */
export interface BlamedStories {
  /** Those that would be blamed again. */
  readonly again: readonly BrokenStory[];
  remember(stories: readonly BrokenStory[]): Promise<void>;
}

/** Opens the memory; what cannot be read is forgotten, which costs one more build. */
export function openBlamedStories(mirrorDir: string, codeKey: string): BlamedStories {
  const path = join(mirrorDir, BLAMED_FILE);
  const published = tryReadIndex(join(mirrorDir, INDEX_FILE));
  const stories = byUuid(published);
  // Opened once: whoever opens it again reads the index again.
  const mirror = openMirror(mirrorDir, INDEX_FILE);
  const known = readSmallFile<readonly Blamed[]>(path, (list) => blamedShape.safeParse(list).success);
  let kept = (valueIn(known) ?? []).filter((blamed) => {
    const story = stories.get(blamed.uuid);
    const isSame = story?.digest === blamed.digest && blamed.codeKey === codeKey;
    return isSame && blamed.depends === dependsOn(blamed.faults, story, published, mirror);
  });
  return {
    again: kept.flatMap(({ uuid, faults }) => {
      const fullSlug = stories.get(uuid)?.fullSlug;
      return fullSlug === undefined ? [] : [{ uuid, fullSlug, faults }];
    }),
    remember: async (blamed) => {
      const now = blamed.flatMap(({ uuid, faults }): Blamed[] => {
        const story = stories.get(uuid);
        if (!story) return [];
        return [{ uuid, digest: story.digest, codeKey, depends: dependsOn(faults, story, published, mirror), faults }];
      });
      kept = [...kept.filter(({ uuid }) => !now.some((one) => one.uuid === uuid)), ...now];
      await writeAtomically(path, JSON.stringify(kept));
    },
  };
}

/**
 * A link that led nowhere leads somewhere as soon as another story has that address, or another question below it; any
 * other mistake may be over with other settings, texts or figures.
 */
function dependsOn(
  faults: readonly StoryFault[],
  { fullSlug }: Pick<MirrorIndex['stories'][number], 'fullSlug'>,
  published: MirrorIndex | undefined,
  mirror: Mirror,
): string {
  const targets = new Map((published?.stories ?? []).map((story) => [story.slug, story]));
  const parts = faults.map(({ leadsTo }) =>
    leadsTo === undefined ? mirror.pageKey(fullSlug) : `${leadsTo} ${ownerOf(slugOfPath(leadsTo), targets)?.digest}`,
  );
  return [...new Set(parts)].join('\n');
}
