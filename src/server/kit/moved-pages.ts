import { join } from 'node:path';
import { readSmallFile, type SmallFile, valueIn } from './small-file.ts';

/** A page's former address, which visitors and search engines still ask for. */
export interface MovedPage {
  /** `/preguntas/`, `/en/preguntas/`; always with a slash at its end. */
  readonly from: string;
  /** A page of the same release. */
  readonly to: string;
  /** The day on which it is forgotten, unless a page of ours still leads there: `2027-11-23`. */
  readonly until: string;
}

/** Beside `release.json`, so that a rollback changes it with the pages; its name keeps it from visitors. */
export const MOVED_PAGES_FILE = '.moved-pages.json';

/** The moved pages of a release; none in one that does not say. */
export function readMovedPages(release: string): readonly MovedPage[] {
  return valueIn(readMovedPagesFile(release)) ?? [];
}

export function readMovedPagesFile(release: string): SmallFile<readonly MovedPage[]> {
  const isMoved = (page: MovedPage | null): boolean => typeof page?.from === 'string' && typeof page.to === 'string';
  return readSmallFile(join(release, MOVED_PAGES_FILE), (pages) => Array.isArray(pages) && pages.every(isMoved));
}
