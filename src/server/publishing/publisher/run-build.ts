import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';
import type { runAstro } from './astro-build.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import type { PublishRun } from './publisher.ts';
import { readSite, type SiteManifest } from './site-manifest.ts';

/** A build of the whole site, or why there is none. */
export type Build =
  | { readonly kind: 'built'; readonly manifest: SiteManifest; readonly isWhole: boolean }
  | { readonly kind: 'failed'; readonly fault: StoryFault; readonly isWhole: boolean };

export interface BuildOrder {
  readonly astro: typeof runAstro;
  readonly run: PublishRun;
  readonly codeKey: string;
  /** Renders every page, also those that Astro has in its cache. */
  readonly force: boolean;
}

/** Which code the cache of Astro's incremental build is of. */
const BUILT_CODE_FILE = 'cache/built-code';

/**
 * The build before, until the run has ended: Astro would remove it file by file before it begins, and ten thousand pages
 * take a second of the processor and several of a busy disk. What a killed run leaves is removed by the next build.
 */
const FORMER_BUILD = 'dist-before';

/**
 * Runs one `astro build`. It renders every page anew unless the last build succeeded with the same code: then Astro
 * takes the pages whose `cacheKey` is unchanged from its cache. The cache of a build that failed or was killed is not
 * trusted.
 */
export async function runBuild(env: PublishEnvironment, { run, astro, codeKey, force }: BuildOrder): Promise<Build> {
  const { repoDir, dataDir, buildVariables: variables } = env;
  const builtCode = join(dataDir, BUILT_CODE_FILE);
  const isWhole = force || (await readFile(builtCode, 'utf8').catch(() => '')) !== codeKey;
  await rm(builtCode, { force: true });
  await dropFormerBuild(dataDir);
  const distDir = join(dataDir, 'dist');
  await rename(distDir, join(dataDir, FORMER_BUILD)).catch(unlessMissing);
  const codeDir = codeDirOf(env);
  const built = await astro({ repoDir, codeDir, dataDir, isWhole, variables, signal: run.signal });
  run.signal.throwIfAborted();
  if (built.kind === 'failed') return { kind: 'failed', fault: faultOf(built), isWhole };
  await writeAtomically(builtCode, codeKey);
  return { kind: 'built', manifest: await readSite(distDir), isWhole };
}

/** Removes the build before the last one. The caller must hold the build lock. */
export async function dropFormerBuild(dataDir: string): Promise<void> {
  await rm(join(dataDir, FORMER_BUILD), { recursive: true, force: true });
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function faultOf({ reason, storyFault }: { readonly reason: string; readonly storyFault?: StoryFault }): StoryFault {
  return storyFault ?? { fault: { code: 'not_built', values: { detail: reason } } };
}

/** A build has the build lock: nothing else uses the folder. */
export function codeDirOf({ dataDir }: Pick<PublishEnvironment, 'dataDir'>): string {
  return join(dataDir, 'code');
}
