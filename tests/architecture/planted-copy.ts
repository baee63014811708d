import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, SEED } from './source-tree.ts';

/** Files that a case plants: paths and texts. */
export type Planted = Readonly<Record<string, string>>;

/**
 * A copy of the code in a temporary folder, into which violations are planted: a lock is proven by what it says about
 * one in the real tree, under the real settings, without touching the tree that people work in. All share it, so each
 * case has names of its own.
 */
export class PlantedCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'manay-planted-'));

  constructor() {
    const seed = join(ROOT, SEED);
    cpSync(join(ROOT, 'src'), join(this.root, 'src'), {
      recursive: true,
      filter: (source) => !source.startsWith(seed),
    });
    for (const setting of ['package.json', '.biome.json', '.gitignore', 'tsconfig.json']) {
      cpSync(join(ROOT, setting), join(this.root, setting));
    }
    for (const beside of ['node_modules', 'tests']) symlinkSync(join(ROOT, beside), join(this.root, beside));
  }

  plant(files: Planted): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      // One case must not take the file of another for its own.
      writeFileSync(join(this.root, file), text, { flag: 'wx' });
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The word `planted`, with the number of a case: in the names of its files, in their texts, in what is expected. */
export function numbered(text: string, number: number | string): string {
  return text.replaceAll('planted', `planted${number}`);
}

export function numberedFiles(files: Planted, number: number | string): Planted {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [numbered(file, number), numbered(text, number)]),
  );
}
