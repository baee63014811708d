import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './files.ts';

/** What a page is made of besides its content. Server and tools never reach a page. */
const SOURCES = ['src', 'public', '.config', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
const NOT_IN_PAGES = /^src\/(server|tools|decisions)\//;

/**
 * Digest of the code that makes pages, the runtime and the variables the build reads: when it and the content version
 * stand as in the live release, there is nothing to build.
 */
export async function codeKey(repoDir: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(JSON.stringify(variables));
  for (const source of SOURCES) {
    const path = join(repoDir, source);
    if (!existsSync(path)) continue;
    const files = (await stat(path)).isDirectory()
      ? (await listFiles(path)).map((file) => `${source}/${file}`)
      : [source];
    for (const file of files) {
      if (NOT_IN_PAGES.test(file)) continue;
      hash.update(`\0${file}\0`).update(await readFile(join(repoDir, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
