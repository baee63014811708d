import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MAINTENANCE_FILE } from '#server/kit/maintenance.ts';
import { MOVED_PAGES_FILE, readMovedPagesFile } from '#server/kit/moved-pages.ts';
import { valueIn } from '#server/kit/small-file.ts';
import { settleLiveIndex, stageLiveIndex } from '../sync/site-index.ts';
import type { Held } from './build-lock.ts';
import type { BuiltSite } from './build-site.ts';
import { HELD_BACK_FILE } from './held-back.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import { type MadeRelease, makeRelease, type ReleaseInfo, sameFiles } from './release.ts';
import { goLive } from './release-control.ts';
import type { Target } from './target.ts';

/** A site that was built, and what its release says of it. */
export interface MadeSite {
  readonly info: Omit<ReleaseInfo, 'release'>;
  readonly serverFiles: Readonly<Record<string, string>>;
  readonly built: BuiltSite;
}

export function stateOf(env: PublishEnvironment, target: Target, built: BuiltSite): Omit<MadeSite, 'built'> {
  const maintenance = env.isMaintenance();
  return {
    info: { ...target, pages: built.report.pages, maintenance, builtAt: new Date().toISOString() },
    serverFiles: {
      // For the lending role, which closes with the pages.
      [MAINTENANCE_FILE]: `${JSON.stringify({ maintenance })}\n`,
      [HELD_BACK_FILE]: `${JSON.stringify(built.heldBack)}\n`,
      [MOVED_PAGES_FILE]: `${JSON.stringify(built.movedPages)}\n`,
    },
  };
}

/** Tells whether visitors get from the live release just what they would get from a new one. */
export async function showsAlready(
  releasesDir: string,
  shown: ReleaseInfo,
  { info, built }: MadeSite,
): Promise<boolean> {
  const moved = valueIn(readMovedPagesFile(join(releasesDir, shown.release)));
  return (
    info.maintenance === shown.maintenance &&
    (moved === undefined || isDeepStrictEqual(moved, built.movedPages)) &&
    (await sameFiles(releasesDir, shown, built.manifest.files))
  );
}

export async function putLive(
  env: PublishEnvironment,
  { made, lock, damaged }: { readonly made: MadeSite; readonly lock: Held; readonly damaged: readonly string[] },
): Promise<MadeRelease> {
  const { info, serverFiles, built } = made;
  const { files } = built.manifest;
  const [distDir, releasesDir] = [join(env.dataDir, 'dist'), join(env.dataDir, 'releases')];
  const release = await makeRelease({ distDir, releasesDir, info, files, serverFiles, damaged });
  const { release: name } = release.info;
  // After a broken connection another publisher may have taken the lock and written into the same folders.
  if (!(await lock.isHeld())) throw new Error('the build lock was lost; what was built is not released');
  const mirrorDir = join(env.dataDir, 'mirror');
  await stageLiveIndex(mirrorDir, built.site, name);
  await goLive(releasesDir, name);
  await settleLiveIndex(mirrorDir, name);
  return release;
}
