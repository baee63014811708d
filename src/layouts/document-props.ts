import type { PageContext } from '#blocks/page-context.ts';

/** The props of a layout. */
export interface DocumentProps {
  readonly page: PageContext;
  /** Without the site's name, which is appended. */
  readonly title: string;
  readonly description: string;
  /** The page's path without its language: '' for home, `tarifas`, `application/new-client`. */
  readonly path: string;
  /** CSS of the blocks on this page, one text per block. */
  readonly styles?: readonly string[];
  readonly noIndex?: boolean;
  /** Canonical path for search engines; by default the page's own. */
  readonly canonicalPath?: string | undefined;
  /** Shown during maintenance too: the law requires the complaints book to stay open (domain 2.21). */
  readonly alwaysOpen?: boolean;
}
