import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

/** Beside the packages, and gone with them. */
const KEPT_IN = join(import.meta.dirname, '../../../node_modules/.cache/manay');

type Create = (options: PGliteOptions) => Promise<PGlite>;

/**
 * Makes the files of an empty embedded database, which takes seconds of computing: the first ones ever made are kept for
 * the next database of this version of PGlite.
 * @param keptIn without rights to write there nothing is kept
 */
export async function makeCluster(folder: string, create: Create, keptIn = KEPT_IN): Promise<void> {
  const kept = join(keptIn, `pglite-${pgliteVersion()}.tar`);
  if (await copied(folder, create, kept)) return;
  rmSync(folder, { recursive: true, force: true });
  const made = await create({ dataDir: folder });
  await keep(made, kept).catch(() => undefined);
  await made.close();
}

async function copied(folder: string, create: Create, kept: string): Promise<boolean> {
  try {
    const files = new Blob([readFileSync(kept)]);
    await (await create({ dataDir: folder, loadDataDir: files })).close();
    return true;
  } catch {
    // There is not a copy yet, or it was damaged.
    return false;
  }
}

/** Whole or not at all: another process may be doing the same, and the last one's stays. */
async function keep(made: PGlite, kept: string): Promise<void> {
  const files = await made.dumpDataDir('none');
  mkdirSync(dirname(kept), { recursive: true });
  const unfinished = `${kept}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()), { flush: true });
    renameSync(unfinished, kept);
  } finally {
    // When the disk was full: a copy takes forty megabytes.
    rmSync(unfinished, { force: true });
  }
}

/** Files of one version are not those of another. */
export function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as { version: string };
  return version;
}
