import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, SEED } from './source-tree.ts';

/**
 * A copy of the code in a temporary folder with some files planted into it: a lock is proven by what it says about a
 * violation in the real tree, under the real settings, without touching the tree that people work in.
 * @returns its path; it is removed after `use`
 */
export async function withPlanted<Result>(
  files: Readonly<Record<string, string>>,
  use: (root: string) => Result | Promise<Result>,
): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), 'manay-planted-'));
  try {
    const seed = join(ROOT, SEED);
    cpSync(join(ROOT, 'src'), join(root, 'src'), { recursive: true, filter: (source) => !source.startsWith(seed) });
    for (const setting of ['package.json', '.biome.json', '.gitignore', 'tsconfig.json']) {
      cpSync(join(ROOT, setting), join(root, setting));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
