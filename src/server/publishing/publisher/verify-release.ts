import { copyFile, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MAINTENANCE_FILE } from '#server/kit/maintenance.ts';
import { MOVED_PAGES_FILE } from '#server/kit/moved-pages.ts';
import { type MirrorIndex, RELEASE_INDEXES, SITE_INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { readFiguresFile } from '../sync/sync-figures.ts';
import { runAstro } from './astro-build.ts';
import { codeKey } from './code-key.ts';
import { HELD_BACK_FILE } from './held-back.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import { INFO_FILE, type ReleaseInfo, readCurrent } from './release.ts';
import { ASSETS, FILE_LIST } from './release-tree.ts';
import { codeDirOf } from './run-build.ts';
import { readSite, type SiteManifest } from './site-manifest.ts';
import { readAccountsKey, readFigures } from './target.ts';

export type Comparison =
  | { readonly kind: 'compared'; readonly files: number; readonly different: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

type Places = Pick<PublishEnvironment, 'repoDir' | 'dataDir' | 'buildVariables' | 'takeBuildLock'>;

/**
 * Builds the whole site aside from the content of the live release and compares every file with what visitors get, and
 * with the folder of the last build, from which the next release is made. A difference is damage, or a fault of Astro's
 * cache or of a page's `cacheKey`; `publish --force` repairs the site.
 */
export async function compareWithWholeBuild(env: Places, signal: AbortSignal, astro = runAstro): Promise<Comparison> {
  const lock = await env.takeBuildLock();
  if (!lock) return refused('A publish is under way: try again when it is done.');
  const dataDir = join(env.dataDir, 'whole');
  try {
    const release = await readCurrent(join(env.dataDir, 'releases'));
    if (!release) return refused('There is no live release that can be read: npm run publish -- --force');
    const figures = readFiguresFile(join(env.dataDir, 'mirror'));
    if (figures.kind === 'damaged') return refused(`${figures.sentence}: publish first, which fetches it again.`);
    const other = await differenceOf(env, release);
    if (other) return refused(`The live release was made of other ${other}: publish first, then compare.`);
    await rm(dataDir, { recursive: true, force: true });
    for (const part of ['mirror', 'locales'])
      await cp(join(env.dataDir, part), join(dataDir, part), { recursive: true });
    const mirrorDir = join(dataDir, 'mirror');
    // A release of an earlier program, or of before the mirror was removed, has no index.
    const liveFile = join(mirrorDir, RELEASE_INDEXES, `${release.release}.json`);
    const [live, site] = [liveFile, join(mirrorDir, SITE_INDEX_FILE)].map(tryReadIndex);
    if (live) await copyFile(liveFile, join(mirrorDir, SITE_INDEX_FILE));
    const { repoDir, buildVariables: variables } = env;
    const built = await astro({ repoDir, codeDir: codeDirOf(env), dataDir, isWhole: true, variables, signal });
    if (built.kind === 'failed') return refused(built.reason);
    const { files: whole } = await readSite(join(dataDir, 'dist'));
    const { files: shown } = await readSite(join(env.dataDir, 'releases/current'));
    const all = new Set([...[...shown.keys()].filter((file) => !isBeside(file, whole)), ...whole.keys()]);
    const different = new Set([...all].filter((file) => shown.get(file) !== whole.get(file)));
    // After a rollback it is of other content.
    if (isSameContent(live, site)) for (const file of await differingInBuild(env, whole)) different.add(file);
    return { kind: 'compared', files: all.size, different: [...different].sort() };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await lock.release();
  }
}

function refused(reason: string): Comparison {
  return { kind: 'refused', reason };
}

/** Pages of other code, other figures or other accounts would differ without a fault. */
async function differenceOf(
  { repoDir, dataDir, buildVariables }: Places,
  { codeKey: code, parameterVersion, businessDate, accountsKey }: ReleaseInfo,
): Promise<'code' | 'figures' | 'accounts' | undefined> {
  if ((await codeKey(repoDir, buildVariables)) !== code) return 'code';
  const mirrorDir = join(dataDir, 'mirror');
  const now = readFigures(mirrorDir);
  if (now.parameterVersion !== parameterVersion || now.businessDate !== businessDate) return 'figures';
  return (await readAccountsKey(mirrorDir)).accountsKey === accountsKey ? undefined : 'accounts';
}

/** Tells whether a file of a release is not the build's: one for servers, a compressed form, an older release's script. */
function isBeside(file: string, whole: SiteManifest['files']): boolean {
  if ([INFO_FILE, FILE_LIST, MAINTENANCE_FILE, HELD_BACK_FILE, MOVED_PAGES_FILE].includes(file)) return true;
  return /\.(?:br|gz)$/.test(file) || (file.startsWith(`${ASSETS}/`) && !whole.has(file));
}

function isSameContent(one: MirrorIndex | undefined, other: MirrorIndex | undefined): boolean {
  return isDeepStrictEqual([one?.stories, one?.texts], [other?.stories, other?.texts]);
}

async function differingInBuild({ dataDir }: Places, whole: SiteManifest['files']): Promise<string[]> {
  const { files } = await readSite(join(dataDir, 'dist'));
  return [...new Set([...files.keys(), ...whole.keys()])].filter((file) => files.get(file) !== whole.get(file));
}
