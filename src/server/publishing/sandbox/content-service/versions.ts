import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '#server/kit/write-file.ts';
import { parseStoryEdit } from './edits.ts';
import type { Block } from './space.ts';

/** What a story's draft was after a save, all languages of it. */
export interface StoryVersion {
  /** Its name among the versions of its story. */
  readonly id: string;
  /** ISO instant of the save. */
  readonly at: string;
  readonly content: Block;
}

/** In the state folder: `versions/<uuid>/<milliseconds since 1970>.json`. */
const VERSIONS_DIR = 'versions';
export const KEPT_VERSIONS = 20;
const VERSION_FILE = /^(\d{1,15})\.json$/;

/** The newest version first. A file that cannot be read is left out: the other versions still help. */
export async function readVersions(stateDir: string, uuid: string): Promise<readonly StoryVersion[]> {
  const dir = join(stateDir, VERSIONS_DIR, uuid);
  const versions = await Promise.all((await idsIn(dir)).map((id) => readVersion(dir, id)));
  return versions.flatMap((version) => version ?? []);
}

/** Keeps a version, unless it is the newest one already, and removes those beyond the last twenty. */
export async function keepVersion(stateDir: string, uuid: string, content: Block, atMs: number): Promise<void> {
  const dir = join(stateDir, VERSIONS_DIR, uuid);
  const ids = await idsIn(dir);
  const [newest] = ids;
  if (newest && isDeepStrictEqual((await readVersion(dir, newest))?.content, content)) return;
  // Two saves within a millisecond, and a clock that was set back, keep their order.
  const id = Math.max(atMs, Number(newest ?? 0) + 1);
  await writeAtomically(join(dir, `${id}.json`), `${JSON.stringify(content)}\n`);
  for (const old of ids.slice(KEPT_VERSIONS - 1)) await rm(join(dir, `${old}.json`), { force: true });
}

async function idsIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [] as string[]);
  const ids = names.flatMap((name) => VERSION_FILE.exec(name)?.[1] ?? []);
  return ids.sort((one, two) => Number(two) - Number(one));
}

async function readVersion(dir: string, id: string): Promise<StoryVersion | undefined> {
  try {
    const content = parseStoryEdit(JSON.parse(await readFile(join(dir, `${id}.json`), 'utf8')));
    return { id, at: new Date(Number(id)).toISOString(), content };
  } catch {
    return undefined;
  }
}
