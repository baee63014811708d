import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { Block, StoryDocument } from './space.ts';

/**
 * The folder of the editors' changes, in the state folder and apart from the seed: a story's content, in a file named
 * like the story's own.
 */
export const EDITED_STORIES_DIR = 'edits/stories';

export const storyContent = z.looseObject({ component: z.string().min(1) });

/** Keeps what was changed. @param file below the state folder */
export function writeEdit(stateDir: string, file: string, edit: Block): Promise<void> {
  return writeAtomically(join(stateDir, file), `${JSON.stringify(edit, undefined, 2)}\n`);
}

/** The file of a story's change. A story that was renamed keeps the one that it has: two of them would contradict. */
export async function storyEditFile(
  stateDir: string,
  { uuid, slug }: Pick<StoryDocument, 'uuid' | 'slug'>,
): Promise<string> {
  const names = await readdir(join(stateDir, EDITED_STORIES_DIR)).catch(() => [] as string[]);
  return `${EDITED_STORIES_DIR}/${names.find((name) => name.endsWith(`_${uuid}.json`)) ?? `${slug}_${uuid}.json`}`;
}
