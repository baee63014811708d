import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';

const WATCHED = ['link', 'open', 'rename', 'rm', 'writeFile'] as const;

/**
 * Reports everything that this process does to files from here on, before and after it, by the last folder and the name
 * of what comes into being: `after rename orders/2026-01-15-3fa85f64.csv`.
 */
export function watchFiles(onStep: (step: string) => void): void {
  const module = files as unknown as Record<string, (...call: unknown[]) => Promise<unknown>>;
  for (const name of WATCHED) {
    const real = files[name] as unknown as (...call: unknown[]) => Promise<unknown>;
    module[name] = async (...call) => {
      const path = String(name === 'link' || name === 'rename' ? call[1] : call[0]);
      const what = `${name} ${basename(dirname(path))}/${basename(path)}`;
      onStep(`before ${what}`);
      const result = await real(...call);
      onStep(`after ${what}`);
      return result;
    };
  }
  // Also for those who have imported them by name.
  syncBuiltinESMExports();
}
