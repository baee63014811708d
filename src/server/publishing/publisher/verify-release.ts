import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runAstro } from './astro-build.ts';
import { codeDirOf } from './build-site.ts';
import type { PublishEnvironment } from './publish-environment.ts';
import { readSite } from './site-manifest.ts';

export type Comparison =
  | { readonly kind: 'compared'; readonly files: number; readonly different: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Builds the whole site aside from the content of the last build and compares every file with what that build made
 * incrementally. A difference is a fault of Astro's cache or of a page's `cacheKey`; `publish --force` repairs the site.
 */
export async function compareWithWholeBuild(
  env: Pick<PublishEnvironment, 'repoDir' | 'dataDir' | 'buildVariables' | 'takeBuildLock'>,
  signal: AbortSignal,
): Promise<Comparison> {
  const lock = await env.takeBuildLock();
  if (!lock) return { kind: 'refused', reason: 'A publish is under way: try again when it is done.' };
  const dataDir = join(env.dataDir, 'whole');
  try {
    await rm(dataDir, { recursive: true, force: true });
    for (const part of ['mirror', 'locales'])
      await cp(join(env.dataDir, part), join(dataDir, part), { recursive: true });
    const { repoDir, buildVariables: variables } = env;
    const built = await runAstro({ repoDir, codeDir: codeDirOf(env), dataDir, isWhole: true, variables, signal });
    if (built.kind === 'failed') return { kind: 'refused', reason: built.reason };
    const { files: edited } = await readSite(join(env.dataDir, 'dist'));
    const { files: whole } = await readSite(join(dataDir, 'dist'));
    const all = new Set([...edited.keys(), ...whole.keys()]);
    const different = [...all].filter((file) => edited.get(file) !== whole.get(file)).sort();
    return { kind: 'compared', files: all.size, different };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await lock.release();
  }
}
