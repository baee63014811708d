import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page's address of before, as visitors and search engines still ask for it. */
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
  try {
    return JSON.parse(readFileSync(join(release, MOVED_PAGES_FILE), 'utf8')) as MovedPage[];
  } catch {
    return [];
  }
}
