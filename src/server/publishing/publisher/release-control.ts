import { readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '#server/kit/file-lock.ts';
import { writeWhole } from '#storyblok/write-file.ts';
import { currentRelease, KEPT_RELEASES, releaseNames, SPARE_PREFIX, UNFINISHED_PREFIX } from './release.ts';

/** Why nothing new goes live, as an operator wanted it. */
export interface Pause {
  /** ISO instant. */
  readonly at: string;
  /** The release that was live before. */
  readonly from: string;
}

const PAUSE_FILE = 'paused.json';
/** Nobody holds it for longer than a rename takes. */
const LOCK_PATIENCE_MS = 10_000;

/** The pause that is in force, if there is one. */
export async function readPause(releasesDir: string): Promise<Pause | undefined> {
  const text = await readFile(join(releasesDir, PAUSE_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Pause);
}

/**
 * Shows a release to visitors with one rename. @throws when an operator has gone back to an older release while this one
 * was made: his word counts
 */
export async function goLive(releasesDir: string, release: string): Promise<void> {
  await alone(releasesDir, async () => {
    if (await readPause(releasesDir)) throw new Error('publishing was paused meanwhile: npm run release -- resume');
    await pointTo(releasesDir, release);
  });
}

export type Rollback =
  | { readonly kind: 'rolled-back'; readonly release: string; readonly from: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Goes back to an older release, the one before the live one unless told, without a build, and pauses publishing: the
 * next edit must not bring back what somebody has just taken away.
 */
export function rollBack(releasesDir: string, now: Date, to?: string): Promise<Rollback> {
  return alone(releasesDir, async () => {
    const names = await releaseNames(releasesDir);
    const from = await currentRelease(releasesDir);
    if (!from) return { kind: 'refused', reason: 'There is no release yet.' };
    const release = to === undefined ? names[names.indexOf(from) - 1] : names.find((name) => isCalled(name, to));
    if (!release) {
      const reason = to === undefined ? 'There is no older release.' : `There is no release "${to}".`;
      return { kind: 'refused', reason };
    }
    // First the pause: whoever dies in between has stopped publishing and shown nothing else.
    await writeWhole(
      join(releasesDir, PAUSE_FILE),
      `${JSON.stringify({ at: now.toISOString(), from } satisfies Pause)}\n`,
    );
    await pointTo(releasesDir, release);
    return { kind: 'rolled-back', release, from };
  });
}

/** By its whole name or its number, with or without zeros. */
function isCalled(name: string, wanted: string): boolean {
  return name === wanted || (/^\d{1,6}$/.test(wanted) && name.startsWith(`${wanted.padStart(6, '0')}-`));
}

/** Ends the pause; false when there was none. */
export async function resumePublishing(releasesDir: string): Promise<boolean> {
  const paused = (await readPause(releasesDir)) !== undefined;
  await rm(join(releasesDir, PAUSE_FILE), { force: true });
  return paused;
}

/** Whoever moves `current` does it alone, also among several processes on one machine. */
async function alone<Result>(releasesDir: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockFile(join(releasesDir, '.lock'), AbortSignal.timeout(LOCK_PATIENCE_MS));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Moves `current` in one step: a visitor sees the old site or the new one. */
async function pointTo(releasesDir: string, release: string): Promise<void> {
  const temporary = join(releasesDir, `.current-${process.pid}`);
  await rm(temporary, { force: true });
  await symlink(release, temporary);
  await rename(temporary, join(releasesDir, 'current'));
}

/**
 * Removes what is no longer needed, after a release has gone live: disk use stays bounded. The live release stays,
 * however old a rollback made it. Called by whoever has the right to build.
 */
export async function pruneReleases(releasesDir: string): Promise<void> {
  await alone(releasesDir, () => setAside(releasesDir));
  // Ours, and what a killed run left behind: thousands of files, for which no rollback should wait.
  for (const name of await readdir(releasesDir)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(releasesDir, name), { recursive: true, force: true });
  }
}

/**
 * Takes old releases their names, so that nobody can go back to one, nor find half of it. The youngest of them is most
 * like the next release, and becomes it.
 */
async function setAside(releasesDir: string): Promise<void> {
  const live = await currentRelease(releasesDir);
  const old = (await releaseNames(releasesDir)).slice(0, -KEPT_RELEASES).filter((name) => name !== live);
  const spares = (await readdir(releasesDir)).filter((name) => name.startsWith(SPARE_PREFIX));
  const spare = old.at(-1);
  const unneeded = [...old.slice(0, -1), ...spares.slice(spare ? 0 : 1)];
  for (const name of unneeded) {
    await rename(join(releasesDir, name), join(releasesDir, `${UNFINISHED_PREFIX}${name.replace(SPARE_PREFIX, '')}`));
  }
  if (spare) await rename(join(releasesDir, spare), join(releasesDir, `${SPARE_PREFIX}${spare}`));
  // Of a process that was killed: whoever moves `current` now has the lock.
  for (const name of await readdir(releasesDir)) {
    if (name.startsWith('.current-')) await rm(join(releasesDir, name), { force: true });
  }
}
