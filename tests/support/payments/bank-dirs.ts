import { join } from 'node:path';

/** Folders of a bank that takes files, below a folder of the test's own. */
export function bankDirs(...folder: string[]) {
  const dir = (name: string): string => join(...folder, name);
  return { ordersDir: dir('orders'), resultsDir: dir('results'), archiveDir: dir('archive') };
}
