import { readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '#server/kit/file-lock.ts';
import { readSmallFile } from '#server/kit/small-file.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { currentRelease, KEPT_RELEASES, releaseNames, UNFINISHED_PREFIX } from './release.ts';

/** A pause of publishing by an operator. */
export interface Pause {
  /** ISO instant. */
  readonly at: string;
  /** The release that was live before the rollback. */
  readonly from: string;
  /** Names the file of the pause when it cannot be read; then the other facts are empty. */
  readonly problem?: string;
}

const PAUSE_FILE = 'paused.json';
/** Timeout of the lock, which is held only for a rename. */
const LOCK_TIMEOUT_MS = 10_000;

/** The current pause, if there is one. Publishing is paused as well while nobody can tell. */
export async function readPause(releasesDir: string): Promise<Pause | undefined> {
  const file = readSmallFile<Pause>(join(releasesDir, PAUSE_FILE), ({ at, from }) => {
    return typeof at === 'string' && typeof from === 'string';
  });
  if (file.kind === 'missing') return undefined;
  if (file.kind === 'read') return file.value;
  return { at: '', from: '', problem: `${file.sentence}, so publishing is paused` };
}

/** An operator has rolled back while a release was built. */
export class PausedMeanwhile extends Error {
  override readonly name = 'PausedMeanwhile';
}

/** Makes a release live with one rename. @throws PausedMeanwhile when an operator has rolled back: the rollback wins */
export async function goLive(releasesDir: string, release: string): Promise<void> {
  await alone(releasesDir, async () => {
    if (await readPause(releasesDir))
      throw new PausedMeanwhile('publishing was paused meanwhile: npm run release -- resume');
    await pointTo(releasesDir, release);
  });
}

export type Rollback =
  | { readonly kind: 'rolled-back'; readonly release: string; readonly from: string }
  /** An earlier rollback led to the live release already; `older` is the release before it. */
  | ({ readonly kind: 'already'; readonly release: string; readonly older?: string | undefined } & Pause)
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Rolls back to an older release (by default the previous one) without a build, and pauses publishing, because
 * otherwise the next edit would publish again what was rolled back. Repeating it does not change anything: to go
 * further back, an operator must name the release.
 */
export function rollBack(releasesDir: string, now: Date, to?: string): Promise<Rollback> {
  return alone(releasesDir, async () => {
    const names = await releaseNames(releasesDir);
    const from = await currentRelease(releasesDir);
    if (!from) return { kind: 'refused', reason: 'There is no release yet.' };
    const pause = await readablePause(releasesDir);
    const older = names[names.indexOf(from) - 1];
    if (to === undefined && pause && pause.from !== from) return { kind: 'already', release: from, older, ...pause };
    const release = to === undefined ? older : names.find((name) => isCalled(name, to));
    if (!release) {
      const reason = to === undefined ? 'There is no older release.' : `There is no release "${to}".`;
      return { kind: 'refused', reason };
    }
    if (pause && release === from) return { kind: 'rolled-back', release, from: pause.from };
    // The pause comes first: if the process dies in between, publishing is paused and nothing else has changed.
    await writeAtomically(
      join(releasesDir, PAUSE_FILE),
      `${JSON.stringify({ at: now.toISOString(), from } satisfies Pause)}\n`,
    );
    await pointTo(releasesDir, release);
    return { kind: 'rolled-back', release, from };
  });
}

/** A pause that cannot be read is written anew by a rollback. */
async function readablePause(releasesDir: string): Promise<Pause | undefined> {
  const pause = await readPause(releasesDir);
  return pause?.problem ? undefined : pause;
}

/** By full name or by number, with or without leading zeros. */
function isCalled(name: string, wanted: string): boolean {
  return name === wanted || (/^\d{1,6}$/.test(wanted) && name.startsWith(`${wanted.padStart(6, '0')}-`));
}

/** Ends the pause; false when publishing was not paused. */
export async function resumePublishing(releasesDir: string): Promise<boolean> {
  const paused = (await readPause(releasesDir)) !== undefined;
  await rm(join(releasesDir, PAUSE_FILE), { force: true, recursive: true });
  return paused;
}

/** Serialises changes of `current`, also between processes on one machine. */
async function alone<Result>(releasesDir: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockFile(join(releasesDir, '.lock'), AbortSignal.timeout(LOCK_TIMEOUT_MS));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Replaces the `current` link atomically. */
async function pointTo(releasesDir: string, release: string): Promise<void> {
  const temporary = join(releasesDir, `.current-${process.pid}`);
  await rm(temporary, { force: true });
  await symlink(release, temporary);
  await rename(temporary, join(releasesDir, 'current'));
}

/**
 * Removes unneeded releases after one has gone live, to bound disk use. The live release always stays, also after a
 * rollback to an old one. The caller must hold the build lock.
 */
export async function pruneReleases(releasesDir: string): Promise<void> {
  await alone(releasesDir, () => setAside(releasesDir));
  // Old releases and leftovers of killed runs have thousands of files: deleted outside the lock, so that a rollback
  // need not wait.
  for (const name of await readdir(releasesDir)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(join(releasesDir, name), { recursive: true, force: true });
  }
}

/** Renames old releases, so that a rollback never leads to a half-deleted one. */
async function setAside(releasesDir: string): Promise<void> {
  const live = await currentRelease(releasesDir);
  const old = (await releaseNames(releasesDir)).slice(0, -KEPT_RELEASES).filter((name) => name !== live);
  for (const name of old) await rename(join(releasesDir, name), join(releasesDir, `${UNFINISHED_PREFIX}${name}`));
  // Left by a killed process; this one holds the lock now.
  for (const name of await readdir(releasesDir)) {
    if (name.startsWith('.current-')) await rm(join(releasesDir, name), { force: true });
  }
}
