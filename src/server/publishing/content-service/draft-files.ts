import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#storyblok/write-file.ts';
import type { Block } from './space.ts';
import { isFileOf, STORIES_DIR } from './space-files.ts';

/**
 * Writes a story's draft into its file. Other fields keep their order, so that the diff shows only the edit. @throws
 * Error when the story has no file
 */
export async function writeDraft(seedDir: string, uuid: string, content: Block): Promise<void> {
  const dir = join(seedDir, STORIES_DIR);
  const name = (await readdir(dir)).find((file) => isFileOf(file, { uuid }));
  if (!name) throw new Error(`There is no file of the story ${uuid} in ${STORIES_DIR}`);
  const path = join(dir, name);
  const story = JSON.parse(await readFile(path, 'utf8')) as { readonly content?: Block };
  const ordered = inOrderOf(story.content ?? {}, content);
  await writeAtomically(path, `${JSON.stringify({ ...story, content: ordered }, undefined, 2)}\n`);
}

/** Parsing puts known fields first. */
function inOrderOf(before: object, content: Block): object {
  const known = Object.keys(before).filter((name) => name in content);
  return Object.fromEntries([...new Set([...known, ...Object.keys(content)])].map((name) => [name, content[name]]));
}
