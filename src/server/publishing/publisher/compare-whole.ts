import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startAstro } from './astro-build.ts';
import { codeDirOf } from './build-site.ts';
import { listFiles } from './files.ts';
import type { PublishEnvironment } from './publish-environment.ts';

export type Comparison =
  | { readonly kind: 'compared'; readonly files: number; readonly different: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Builds the whole site from the same content in a separate folder and compares it byte for byte with the
 * incrementally built one. A difference is a bug in the renderer or in a page's key; `publish --force` repairs the
 * site.
 */
export async function compareWithWholeBuild(
  env: Pick<PublishEnvironment, 'repoDir' | 'dataDir' | 'buildVariables' | 'takeBuildLock'>,
  signal: AbortSignal,
): Promise<Comparison> {
  const lock = await env.takeBuildLock();
  if (!lock) return { kind: 'refused', reason: 'A publish is under way: try again when it is done.' };
  const whole = join(env.dataDir, 'whole');
  try {
    await rm(whole, { recursive: true, force: true });
    for (const part of ['mirror', 'locales']) await cp(join(env.dataDir, part), join(whole, part), { recursive: true });
    const { repoDir, buildVariables: variables } = env;
    const built = await startAstro({ repoDir, codeDir: codeDirOf(env), dataDir: whole, variables }).build(signal);
    if (built.kind === 'failed') return { kind: 'refused', reason: built.reason };
    return await compare(join(env.dataDir, 'dist'), join(whole, 'dist'));
  } finally {
    await rm(whole, { recursive: true, force: true });
    await lock.release();
  }
}

async function compare(edited: string, whole: string): Promise<Comparison> {
  const files = new Set([...(await listFiles(edited)), ...(await listFiles(whole))]);
  const different: string[] = [];
  for (const file of files) {
    const [one, other] = await Promise.all(
      [edited, whole].map((folder) => readFile(join(folder, file)).catch(() => undefined)),
    );
    if (!one || !other?.equals(one)) different.push(file);
  }
  return { kind: 'compared', files: files.size, different: different.sort() };
}
