import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '#server/kit/write-file.ts';
import {
  EDITED_STORIES_DIR,
  EDITED_TEXTS_FILE,
  parseStoryEdit,
  parseTextEdits,
  type TextEdits,
} from '#server/publishing/sandbox/content-service/edits.ts';
import { readPublished } from '#server/publishing/sandbox/content-service/published-state.ts';
import { isFileOf, reasonOf } from '#server/publishing/sandbox/content-service/space-files.ts';
import type { EditedStory, EditorsWording, SeedFile } from './editors-wording.ts';

/**
 * What editors changed in the embedded content service. A draft that was saved and not published is nobody's last word
 * yet. @throws Error when an edit cannot be read
 */
export async function readEdits(stateDir: string, seed: readonly SeedFile[]): Promise<EditorsWording> {
  const { held = {} } = await readPublished(stateDir);
  const stories: EditedStory[] = [];
  const refused: string[] = [];
  for (const file of editedStories(stateDir)) {
    const story = seed.find((one) => isFileOf(file, one.story))?.story;
    const as = story && held[story.uuid];
    if (!story) refused.push(`${file}: its story is not in the seed any more`);
    else if (as === 'saved') refused.push(`story "${story.full_slug}": its draft is saved but not published`);
    else if (as === 'offline') refused.push(`story "${story.full_slug}": it was taken off the site`);
    else stories.push({ uuid: story.uuid, content: read(stateDir, file, parseStoryEdit) });
  }
  const texts = Object.entries(editedTexts(stateDir)).map(([key, words]) => ({ key, words }));
  return { texts, stories, refused };
}

/** Takes away what the source says now: an edit that stayed would hide whatever is changed there later. */
export async function dropEdits(stateDir: string, done: Pick<EditorsWording, 'texts' | 'stories'>): Promise<void> {
  // What was saved in the meantime stays.
  for (const file of editedStories(stateDir)) {
    const story = done.stories.find((one) => isFileOf(file, one));
    if (story && isDeepStrictEqual(read(stateDir, file, parseStoryEdit), story.content)) await rm(join(stateDir, file));
  }
  if (done.texts.length === 0) return;
  const said = new Map(done.texts.map(({ key, words }) => [key, words]));
  const left = Object.entries(editedTexts(stateDir)).filter(([key, words]) => !isDeepStrictEqual(words, said.get(key)));
  const path = join(stateDir, EDITED_TEXTS_FILE);
  if (left.length === 0) await rm(path, { force: true });
  else await writeAtomically(path, `${JSON.stringify(Object.fromEntries(left), undefined, 2)}\n`);
}

function editedStories(stateDir: string): string[] {
  const names = globSync('*.json', { cwd: join(stateDir, EDITED_STORIES_DIR) }).sort();
  return names.map((name) => `${EDITED_STORIES_DIR}/${basename(name)}`);
}

function editedTexts(stateDir: string): TextEdits {
  return existsSync(join(stateDir, EDITED_TEXTS_FILE)) ? read(stateDir, EDITED_TEXTS_FILE, parseTextEdits) : {};
}

function read<Value>(stateDir: string, file: string, parse: (json: unknown) => Value): Value {
  try {
    return parse(JSON.parse(readFileSync(join(stateDir, file), 'utf8')));
  } catch (error) {
    throw new Error(`${join(stateDir, file)}: ${reasonOf(error)}`, { cause: error });
  }
}
